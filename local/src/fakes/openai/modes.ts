/**
 * The modes of the fake model. `fast` has no pauses, `slow` long ones. The errors are OpenAI's own. `cut` breaks the
 * connection in the middle, `noStream` refuses to stream, `silent` never answers, `stalled` sends half of a stream and no more, `echo` repeats the messages.
 */
export const modelModes = [
  'normal',
  'fast',
  'slow',
  'error401',
  'error429',
  'error500',
  'quota',
  'gone',
  'cut',
  'noStream',
  'silent',
  'stalled',
  'echo',
] as const;
export type ModelMode = (typeof modelModes)[number];
