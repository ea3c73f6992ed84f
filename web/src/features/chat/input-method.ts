import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method that is choosing characters: its Enter takes a word and sends nothing. Safari
 * ends the composition before the key is reported, and tells by the code 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
