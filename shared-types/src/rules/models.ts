/** The provider no longer serves a model from its retirement day on. Days are YYYY-MM-DD in UTC. */
export const isRetired = ({ retiresOn }: { retiresOn?: string | undefined }, today: string) =>
  retiresOn !== undefined && retiresOn <= today;

/** The model gets no more earlier messages than have this many tokens together, whatever the memory size is. */
export const maxMemoryTokens = 100_000;

const firstOther = 0x80;
const firstEastAsian = 0x2e80;

/**
 * Estimates the tokens of a text by its script: a token has four letters of English, about two of Greek, Cyrillic or Arabic,
 * and one character of Chinese, Japanese or Korean. The vocabularies of exact counters weigh a megabyte and differ by provider.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    quarters += unit < firstOther ? 1 : unit < firstEastAsian ? 2 : 4;
  }
  return Math.ceil(quarters / 4);
}

/** Returns the number of messages, counted from the last one, that fit into the tokens together. */
export function countFitting(tokens: readonly number[], max: number): number {
  let sum = 0;
  const index = tokens.findLastIndex((each) => (sum += each) > max);
  return tokens.length - 1 - index;
}

/** How hard a model can be asked to think. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
