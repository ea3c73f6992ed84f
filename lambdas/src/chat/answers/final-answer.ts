import type { AnswerFailure } from '../models/failures.ts';
import type { Citation, TokenUsage } from '../models/model.ts';

/** The end of an attempt. Without a text the stored one stays. */
export interface FinalAnswer {
  status: 'DONE' | 'FAILED';
  text: string | undefined;
  thoughts: string | null;
  citations: readonly Citation[] | null;
  failure: AnswerFailure | null;
  usage: TokenUsage | null;
  finishReason: string | null;
  modelCode: string | null;
}

export const failedAnswer = (failure: AnswerFailure, details: Partial<FinalAnswer> = {}): FinalAnswer => ({
  status: 'FAILED',
  text: undefined,
  thoughts: null,
  citations: null,
  failure,
  usage: null,
  finishReason: null,
  modelCode: null,
  ...details,
});
