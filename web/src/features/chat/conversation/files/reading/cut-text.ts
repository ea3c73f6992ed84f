import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { maxTextBytes } from 'shared-types/rules/chat/files';
import { estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';

/** The model reads this in the place of the rest. */
export const cutMark = '\n\n[The file is too long and was cut off here. The rest of it is not shown to you.]';

const encoder = new TextEncoder();

/** Chinese reaches the tokens that a model reads at once before the bytes of a file. */
const fits = (text: string) => encoder.encode(text).length <= maxTextBytes && estimateTokens(text) <= maxMemoryTokens;

/** Returns the text of a file; or the longest start of it that a question takes, with a mark at its end. */
export function cutText(text: string, { isStart = false } = {}): { text: string; isCut: boolean } {
  if (!isStart && fits(text)) return { text, isCut: false };
  const startOf = (length: number) => `${firstCharacters(text, length)}${cutMark}`;
  // Of these lengths, the first makes a start that fits, and the second one that does not. No character has less than a byte.
  let [short, long] = [0, Math.min(text.length, maxTextBytes) + 1];
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2);
    if (fits(startOf(middle))) short = middle;
    else long = middle;
  }
  return { text: startOf(short), isCut: true };
}
