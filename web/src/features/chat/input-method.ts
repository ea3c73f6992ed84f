import type { KeyboardEvent } from 'react';

/**
 * Returns whether an input method is composing characters, in which case Enter accepts a word and must not send. Safari
 * ends the composition before it reports the key, and marks the key by the code 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
