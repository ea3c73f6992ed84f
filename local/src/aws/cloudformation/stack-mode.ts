/**
 * The behaviors of the next operation on a stack: `createFails` fails on a resource and rolls back, `deleteFails`
 * cannot delete one, `slow` takes ten times as long. `throttled` refuses every call while it lasts. In
 * `archiveFails` no server can upload an archive, and in `silent` no server takes a command.
 */
export const stackModes = [
  'normal',
  'createFails',
  'deleteFails',
  'throttled',
  'slow',
  'archiveFails',
  'silent',
] as const;
export type StackMode = (typeof stackModes)[number];
