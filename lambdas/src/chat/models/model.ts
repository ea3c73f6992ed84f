import type { ListedModel } from './catalogue.ts';
import type { Prompt } from './prompt.ts';

/** A page that an answer names as its source. */
export interface Citation {
  url: string;
  title: string;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** The searches of the web. */
  searches?: number;
  /** In US dollars, if the price is known. */
  cost?: number;
}

/** A piece of an answer, as the provider streams it. */
export interface AnswerPart {
  text?: string;
  thoughts?: string;
  /** The text of all parts before was thoughts, which the model has closed without having opened them. */
  textWasThoughts?: boolean;
  /** One of the product's words, or the provider's own if the product has none for it. */
  finishReason?: string;
  usage?: TokenUsage;
  /** The searches of the web since the last part, each of which the provider bills. */
  searches?: number;
  citations?: readonly Citation[];
}

/** A language model. It throws a `ModelError` for each failure of the provider, and ends early when the signal aborts. */
export interface Model {
  /** Calls `keepId` with the id of an answer that is written in the background, before any part of it. */
  answer(prompt: Prompt, signal: AbortSignal, keepId: (id: string) => Promise<void>): AsyncIterable<AnswerPart>;
  /** Ends an answer that is written in the background. A settled one stays as it is. */
  cancel(model: ListedModel, responseId: string): Promise<void>;
}
