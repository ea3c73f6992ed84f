import type { Draft } from './answer-writer.ts';
import * as failures from '../models/failures.ts';
import type { Ending } from '../ports.ts';

/** Written to an end, or to be tried again later. */
export type Outcome = Ending | { status: 'LATER'; waitMs: number };

/** Each delivery asks twice at most. */
const mostDeliveries = 2;
const pauseBetweenDeliveriesMs = 10_000;

type Written = Pick<Draft, 'text' | 'hasWords' | 'finishReason' | 'usage' | 'stopReason' | 'modelCode'>;

export const failed = (failure: failures.Failure, more: Partial<Ending> = {}): Ending => ({
  status: 'FAILED',
  text: undefined,
  failure,
  usage: null,
  finishReason: null,
  modelCode: null,
  ...more,
});

/** What comes of an answer. Nothing when somebody else has taken it; words that were said are kept whatever happens. */
export function outcomeOf(
  draft: Written,
  error: failures.ModelError | undefined,
  deliveries: number,
): Outcome | undefined {
  const { text, hasWords, finishReason, usage, stopReason, modelCode } = draft;
  const said = { text: hasWords ? text : undefined, usage, finishReason, modelCode };
  const done = { ...said, status: 'DONE' as const, failure: null };

  switch (stopReason) {
    case 'taken':
      return undefined;
    case 'full':
      return { ...done, finishReason: 'length' };
    case 'timeLimit':
      return hasWords ? { ...done, finishReason: 'time_limit' } : failed(failures.timeLimit, said);
    case undefined:
      break;
  }
  if (error) {
    if (hasWords) return failed(failures.interrupted, said);
    const { failure, tryAgain, waitMs = pauseBetweenDeliveriesMs } = failures.troubleOf(error);
    return tryAgain && deliveries + 1 < mostDeliveries ? { status: 'LATER', waitMs } : failed(failure, said);
  }
  if (finishReason === 'content_filter') return failed(failures.filtered, said);
  return hasWords ? done : failed(failures.empty, said);
}
