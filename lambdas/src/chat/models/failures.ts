/** Why there is no answer, in words for the person who waits for it. */
export interface Failure {
  code: string;
  message: string;
  /** Whether asking again may help without anybody changing anything. */
  retryable: boolean;
}

/** What a provider said instead of an answer. Its own words stay out: they may quote the key, or what was asked. */
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

const failure = (code: string, message: string, retryable: boolean): Failure => ({ code, message, retryable });

export const lost = failure('lost', 'This answer was lost on the way, three times. Regenerate asks once more.', true);
export const interrupted = failure(
  'interrupted',
  'The connection to the model broke. What it had said until then is kept; regenerate asks once more.',
  true,
);
export const timeLimit = failure(
  'timeLimit',
  'The model said nothing in the time that an answer may take. Regenerate asks once more.',
  true,
);
export const empty = failure('empty', 'The model answered with nothing. Regenerate asks once more.', true);
export const filtered = failure(
  'filtered',
  'The provider withheld this answer: its filter objects to the question or to the answer. Ask differently.',
  false,
);
export const deleted = failure('deleted', 'This chat was deleted before the answer came.', true);
export const internal = failure(
  'internal',
  'Something went wrong on our side. It has been logged; regenerate asks once more.',
  true,
);

/** What an error means: the words for it, and whether and when it is worth trying again by ourselves. */
export interface Trouble {
  failure: Failure;
  tryAgain: boolean;
  waitMs: number | undefined;
}

const final = (code: string, message: string): Trouble => ({
  failure: failure(code, message, false),
  tryAgain: false,
  waitMs: undefined,
});

/** Longer than this nobody should be kept waiting without being told. */
const longestWaitMs = 60_000;

export function troubleOf({ status, code, retryAfterMs }: ModelError): Trouble {
  if (code === 'insufficient_quota') {
    return final('quota', "The provider's credit is used up. The owner of this site has to add some.");
  }
  if (code === 'context_length_exceeded') {
    return final('tooLong', 'The conversation is too long for this model. A smaller memory in the settings helps.');
  }
  if (code === 'content_filter' || code === 'content_policy_violation') return { ...final('', ''), failure: filtered };
  if (code === 'model_not_found' || status === 404) {
    return final('modelGone', 'The provider does not have this model any more. Choose another one in the settings.');
  }
  if (status === 401) {
    return final('unauthorized', 'The provider refuses our key. The owner of this site has to renew it.');
  }
  if (status === 403) {
    return final(
      'forbidden',
      'The provider does not let this site use this model. Choose another one in the settings.',
    );
  }
  const isBusy = status === 429;
  if (isBusy || status === undefined || status === 408 || status === 409 || status >= 500) {
    return {
      failure: isBusy
        ? failure('busy', 'The model has too much to do just now. Regenerate in a minute.', true)
        : failure('unavailable', 'The model cannot be reached just now. Regenerate in a minute.', true),
      tryAgain: (retryAfterMs ?? 0) <= longestWaitMs,
      waitMs: retryAfterMs,
    };
  }
  return final('refused', 'The model refuses this question as it was asked. Another model may take it.');
}
