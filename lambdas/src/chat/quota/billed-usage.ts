import { asTheyAre, tokensOfFiles } from 'shared-types/rules/chat/picture-tokens';
import { estimateTokens } from 'shared-types/rules/models';
import type { TokenPrice } from 'shared-types/contract/model';
import type { ModelError } from '../models/failures.ts';
import type { TokenUsage } from '../models/model.ts';
import type { Prompt } from '../models/prompt.ts';
import { amountOf, dollarsOf } from './spending.ts';

const inputTokensOf = ({ lines }: Pick<Prompt, 'lines'>) =>
  lines.reduce((sum, { text, shown }) => sum + estimateTokens(text) + tokensOfFiles(shown, asTheyAre), 0);

/** The model reads about this number of tokens of the pages that a search finds. */
const tokensPerSearch = 8000;

/** An estimate may be too low by a tenth, and the rest of the reservation is given back. */
const withMargin = (tokens: number) => tokens + Math.floor(tokens / 10);

/** Returns the tokens of a prompt and of the longest answer to it. */
export const maxUsage = (prompt: Pick<Prompt, 'lines' | 'outputTokens' | 'searches'>): TokenUsage => ({
  inputTokens: withMargin(inputTokensOf(prompt)) + prompt.searches * tokensPerSearch,
  outputTokens: prompt.outputTokens,
  searches: prompt.searches,
});

/** What a call to the provider has brought. */
interface Written {
  /** Null if the provider has not counted it. */
  usage: TokenUsage | null;
  hasText: boolean;
  text: string;
  thoughts: string;
  searches: number;
}

/**
 * Returns the tokens that the provider bills. It reports them after the last word, so those of an answer that was
 * stopped or interrupted are estimated. A refused request costs nothing.
 */
export function billedUsage(
  { usage, hasText, text, thoughts, searches }: Written,
  prompt: Pick<Prompt, 'lines'>,
  error: ModelError | undefined,
): TokenUsage | null {
  // Ollama counts no tokens of a prompt that it has kept.
  if (usage) return { ...usage, inputTokens: usage.inputTokens || inputTokensOf(prompt), searches };
  if (error && !hasText && !error.hasBegun) return null;
  return { inputTokens: inputTokensOf(prompt), outputTokens: estimateTokens(thoughts + text), searches };
}

/** Returns the usage as an answer shows it. */
export const shownUsage = (usage: TokenUsage, searches: number, price: TokenPrice | undefined): TokenUsage => ({
  ...usage,
  ...(searches > 0 && { searches }),
  ...(price && { cost: dollarsOf(amountOf({ ...usage, searches }, price)) }),
});
