import type { Draft } from './answer-writer.ts';
import type { ModelError } from '../models/failures.ts';
import type { Prompt } from '../models/prompt.ts';
import type { Usage } from '../messages/message.ts';

/** What models of today make of a token, in any language: four letters of English, or a little more than one of Chinese. */
const bytesPerToken = 4;
const estimated = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/**
 * The tokens that have to be paid for. Providers tell them after the last word, so those of an answer that was stopped, or
 * broke off, are estimated. What was refused costs nothing.
 */
export function usedBy(
  { usage, hasWords, text }: Pick<Draft, 'usage' | 'hasWords' | 'text'>,
  { lines }: Pick<Prompt, 'lines'>,
  error: ModelError | undefined,
): Usage | null {
  if (usage) return usage;
  if (error && !hasWords) return null;
  return { inputTokens: lines.reduce((sum, line) => sum + estimated(line.text), 0), outputTokens: estimated(text) };
}
