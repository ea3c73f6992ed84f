/** The reason why there is no answer, as the user reads it. */
export interface AnswerFailure {
  code: string;
  message: string;
  /** The same question may succeed later. */
  retryable: boolean;
  /** When the limit ends that left no room for the answer. */
  limitEndsAt?: number;
}

/** A failure of the provider. Its own message stays out of the error, because it may quote the key or the question. */
export class ModelError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ status, code, retryAfterMs }: { status?: number; code?: string; retryAfterMs?: number }) {
    super(`status ${status ?? 'none'}, code ${code ?? 'none'}`);
    this.name = 'ModelError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const failure = (code: string, message: string, retryable: boolean): AnswerFailure => ({ code, message, retryable });

export const lost = failure(
  'lost',
  'The answer could not be generated after three attempts. Regenerate to try again.',
  true,
);
export const interrupted = failure(
  'interrupted',
  'The connection to the model was lost, so this answer is incomplete. Regenerate to try again.',
  true,
);
export const timeLimit = failure('timeLimit', 'The model did not answer in time. Regenerate to try again.', true);
export const empty = failure('empty', 'The model returned an empty answer. Regenerate to try again.', true);
export const filtered = failure(
  'filtered',
  'The provider’s content filter blocked this answer. Rephrase your question and try again.',
  false,
);
export const deleted = failure('deleted', 'This conversation was deleted before the answer was written.', true);
export const internal = failure('internal', 'Something went wrong on our side. Regenerate to try again.', true);

/** The meaning of a provider's error for the user and for the worker. */
export interface ModelFailure {
  failure: AnswerFailure;
  /** The worker asks again by itself. */
  isTemporary: boolean;
  /** The time that the provider asks us to wait. */
  waitMs: number | undefined;
}

const final = (code: string, message: string): ModelFailure => ({
  failure: failure(code, message, false),
  isTemporary: false,
  waitMs: undefined,
});

/** After a longer wait the user should read the reason instead. */
const maxWaitMs = 60_000;

export function modelFailureOf({ status, code, retryAfterMs }: ModelError): ModelFailure {
  if (code === 'insufficient_quota') {
    return final('quota', 'The site’s credit with the provider is used up. Ask the owner to add credit.');
  }
  if (code === 'context_length_exceeded') {
    return final(
      'tooLong',
      'This conversation is too long for the model. Choose a smaller memory size in the settings.',
    );
  }
  if (code === 'content_filter' || code === 'content_policy_violation') return { ...final('', ''), failure: filtered };
  if (code === 'model_not_found' || status === 404) {
    return final('modelGone', 'This model is no longer available. Choose another one in the settings.');
  }
  if (status === 401) {
    return final('unauthorized', 'The provider rejected this site’s key. Ask the owner to renew it.');
  }
  if (status === 403) {
    return final('forbidden', 'This site has no access to this model. Choose another one in the settings.');
  }
  const isBusy = status === 429;
  if (isBusy || status === undefined || status === 408 || status === 409 || status >= 500) {
    return {
      failure: isBusy
        ? failure('busy', 'The model is busy. Regenerate in a minute.', true)
        : failure('unavailable', 'The model is unavailable. Regenerate in a minute.', true),
      isTemporary: (retryAfterMs ?? 0) <= maxWaitMs,
      waitMs: retryAfterMs,
    };
  }
  return final('refused', 'The model rejected this question. Try another model.');
}
