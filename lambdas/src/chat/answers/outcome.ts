import type { RetryReason } from 'shared-types/rules/message-status';
import * as failures from '../models/failures.ts';
import type { TokenUsage } from '../models/model.ts';
import type { AnswerWriter } from './answer-writer.ts';
import { failedAnswer, type FinalAnswer } from './final-answer.ts';

/** Another delivery retries a busy provider. */
export type AnswerOutcome = FinalAnswer | { status: 'RETRY'; reason: RetryReason; waitMs: number };

/** Each delivery asks the model up to twice. */
const maxDeliveries = 2;
const retryDelayMs = 10_000;

type Written = Pick<
  AnswerWriter,
  'text' | 'thoughts' | 'citations' | 'hasText' | 'finishReason' | 'stopReason' | 'modelCode'
>;

/** Returns undefined if the lease is lost. Text that the model has written is kept in every other case. */
export function decideOutcome(
  writer: Written,
  usage: TokenUsage | null,
  error: failures.ModelError | undefined,
  deliveries: number,
): AnswerOutcome | undefined {
  const { text, thoughts, citations, hasText, finishReason, stopReason, modelCode } = writer;
  const written = {
    text: hasText ? text : undefined,
    thoughts: thoughts.trim() || null,
    citations: citations.length === 0 ? null : citations,
    usage,
    finishReason,
    modelCode,
  };
  const done = { ...written, status: 'DONE' as const, failure: null };

  switch (stopReason) {
    case 'leaseLost':
      return undefined;
    case 'full':
      return { ...done, finishReason: 'length' };
    case 'timeLimit':
      return hasText ? { ...done, finishReason: 'time_limit' } : failedAnswer(failures.timeLimit, written);
    case undefined:
      break;
  }
  if (error) {
    const { failure, retryReason: reason, waitMs = retryDelayMs } = failures.modelFailureOf(error);
    if (hasText) return failedAnswer(error.hasBegun || reason ? failures.interrupted : failure, written);
    return reason && deliveries + 1 < maxDeliveries
      ? { status: 'RETRY', reason, waitMs }
      : failedAnswer(failure, written);
  }
  if (finishReason === 'content_filter') return failedAnswer(failures.filtered, written);
  if (hasText) return done;
  return failedAnswer(emptyFailure(finishReason), written);
}

/** Returns the reason why a model has ended without a word of its answer. */
function emptyFailure(finishReason: string | null): failures.AnswerFailure {
  switch (finishReason) {
    case 'length':
      return failures.onlyThoughts;
    case 'context_length':
      return failures.tooLong;
    case 'tool_calls':
      return failures.wantsTool;
    case 'stop':
    case null:
      return failures.empty;
    default:
      return failures.endedEmpty(finishReason);
  }
}
