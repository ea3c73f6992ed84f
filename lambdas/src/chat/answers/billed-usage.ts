import type { TokenUsage } from '../messages/message.ts';
import type { ModelError } from '../models/failures.ts';
import type { Prompt } from '../models/prompt.ts';
import type { AnswerWriter } from './answer-writer.ts';

/** A token of current models is about four letters of English, or a little more than one Chinese character. */
const bytesPerToken = 4;
const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

const inputTokensOf = ({ lines }: Pick<Prompt, 'lines'>) =>
  lines.reduce((sum, line) => sum + estimateTokens(line.text), 0);

/** The tokens of a prompt and of the longest answer to it. */
export const maxUsage = (prompt: Pick<Prompt, 'lines' | 'outputTokens'>): TokenUsage => ({
  inputTokens: inputTokensOf(prompt),
  outputTokens: prompt.outputTokens,
});

/**
 * The tokens that the provider bills. It reports them after the last word, so those of an answer that was stopped or
 * interrupted are estimated. A refused request costs nothing.
 */
export function billedUsage(
  { usage, hasText, text, thoughts }: Pick<AnswerWriter, 'usage' | 'hasText' | 'text' | 'thoughts'>,
  prompt: Pick<Prompt, 'lines'>,
  error: ModelError | undefined,
): TokenUsage | null {
  if (usage) return usage;
  if (error && !hasText && !error.hasBegun) return null;
  return { inputTokens: inputTokensOf(prompt), outputTokens: estimateTokens(thoughts + text) };
}
