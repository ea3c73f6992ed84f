import type { RetryReason } from 'shared-types/rules/message-status';

/** The reason why there is no answer, as the user reads it. */
export interface AnswerFailure {
  code: string;
  message: string;
  /** The same question may succeed later. */
  retryable: boolean;
  /** When the limit ends that left no room for the answer. */
  limitEndsAt?: number;
}

/** A part of a request that a server may refuse. `token_limit` is the name of the limit of tokens, `answer_length` the limit itself. */
export type RefusedParameter =
  | 'stream'
  | 'stream_options'
  | 'summary'
  | 'effort'
  | 'temperature'
  | 'token_limit'
  | 'answer_length';

type ModelErrorDetails = Partial<Pick<ModelError, 'status' | 'code' | 'retryAfterMs' | 'hasBegun' | 'parameters'>>;

/** A failure of the provider. Its own message stays out of the error, because it may quote the key or the question. */
export class ModelError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The provider had begun to answer, so it bills the call. */
  readonly hasBegun: boolean;
  /** The request may be accepted without these parameters. */
  readonly parameters: readonly RefusedParameter[];

  constructor({ status, code, retryAfterMs, hasBegun = false, parameters = [] }: ModelErrorDetails) {
    super(`status ${status ?? 'none'}, code ${code ?? 'none'}`);
    this.name = 'ModelError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.hasBegun = hasBegun;
    this.parameters = parameters;
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
  'The model broke off, so this answer is incomplete. Regenerate to try again.',
  true,
);
const unreadable = failure(
  'unreadable',
  'The model’s answer could not be read. Regenerate to try again, or choose another model in the settings.',
  true,
);
export const timeLimit = failure('timeLimit', 'The model did not respond in time. Regenerate to try again.', true);
export const empty = failure('empty', 'The model returned an empty answer. Regenerate to try again.', true);
export const onlyThoughts = failure(
  'onlyThoughts',
  'The model reached its length limit while it was still thinking. Ask a simpler question, or choose another model in the settings.',
  true,
);
export const wantsTool = failure(
  'wantsTool',
  'The model asked for a tool that this site does not have. Regenerate to try again, or choose another model in the settings.',
  true,
);
/** The model has ended without a word, for a reason that only its provider knows. */
export const endedEmpty = (reason: string) =>
  failure('empty', `The model ended without an answer (${reason}). Regenerate to try again.`, true);
export const tooLong = failure(
  'tooLong',
  'This conversation is too long for the model. Choose a smaller memory size in the settings.',
  false,
);
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
  /** Why the worker asks again by itself; undefined if it does not. */
  retryReason: RetryReason | undefined;
  /** The time that the provider asks us to wait. */
  waitMs: number | undefined;
}

const final = (failed: AnswerFailure): ModelFailure => ({ failure: failed, retryReason: undefined, waitMs: undefined });

/** After a longer wait the user should read the reason instead. */
const maxWaitMs = 60_000;

/** The failures that no other attempt changes, by the reason that the provider gives. */
const finalFailures = new Map(
  [
    failure('quota', 'The site’s credit with the provider is used up. Ask the owner to add credit.', false),
    failure('unauthorized', 'The provider rejected this site’s key. Ask the owner to renew it.', false),
    failure('forbidden', 'This site has no access to this model. Choose another one in the settings.', false),
    failure('modelGone', 'This model is no longer available. Choose another one in the settings.', false),
    failure('otherApi', 'This model cannot chat through this site. Choose another one in the settings.', false),
    failure('wrongAddress', 'No model answers at the provider’s address. Ask the owner to correct it.', false),
    tooLong,
    failure(
      'tooLarge',
      'The message is too large for the provider. Shorten your question, or choose a smaller memory size in the settings.',
      false,
    ),
    failure(
      'picture',
      'The provider could not read a picture of this conversation. Choose another model in the settings, or start another conversation.',
      false,
    ),
    failure(
      'answerLimit',
      'This model cannot write answers as long as the site allows. Choose another model, or ask the owner to lower the limit.',
      false,
    ),
    failure(
      'parameter',
      'This model rejects the request format of the site. Choose another model, or ask the owner to correct its settings.',
      false,
    ),
    filtered,
    interrupted,
    failure('refused', 'The model rejected this question. Try another model.', false),
  ].map((each) => [each.code, each]),
);

const failureCodes = new Map([
  ['insufficient_quota', 'quota'],
  ['invalid_api_key', 'unauthorized'],
  ['context_length_exceeded', 'tooLong'],
  ['request_too_large', 'tooLarge'],
  ['picture', 'picture'],
  ['answer_limit', 'answerLimit'],
  ['content_filter', 'filtered'],
  ['model_not_found', 'modelGone'],
  ['other_api', 'otherApi'],
  ['wrong_address', 'wrongAddress'],
  ['unsupported_parameter', 'parameter'],
  ['broken_off', 'interrupted'],
]);

const codesByStatus = new Map([
  [401, 'unauthorized'],
  [402, 'quota'],
  [403, 'forbidden'],
  [404, 'wrongAddress'],
  [405, 'wrongAddress'],
  [413, 'tooLarge'],
]);

const temporaryStatuses = new Set([408, 409, 425, 429]);

export function modelFailureOf({ status, code = '', retryAfterMs, hasBegun }: ModelError): ModelFailure {
  const isTemporary = status === undefined || status >= 500 || temporaryStatuses.has(status);
  const byStatus = isTemporary ? undefined : (codesByStatus.get(status) ?? (status < 400 ? 'wrongAddress' : 'refused'));
  const failed = finalFailures.get(failureCodes.get(code) ?? (hasBegun ? '' : (byStatus ?? '')));
  if (failed) return final(failed);
  if (hasBegun) return final(unreadable);
  const isBusy = status === 429 || code === 'rate_limit_exceeded';
  const advice = `Regenerate in ${describeWait(retryAfterMs)}.`;
  return {
    failure: isBusy
      ? failure('busy', `The model is busy. ${advice}`, true)
      : failure('unavailable', `The model is unavailable. ${advice}`, true),
    retryReason: (retryAfterMs ?? 0) > maxWaitMs ? undefined : isBusy ? 'busy' : 'unavailable',
    waitMs: retryAfterMs,
  };
}

function describeWait(waitMs = 0): string {
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes <= 1) return 'a minute';
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
