import type { RepeatablePost } from 'shared-types/contract/api';
import { isGatewayError, isThrottled, isTransient } from './api-error.ts';
import { beginRepeat, tellRefusal } from './repeats.ts';

/** The pauses before the second, third and fourth attempt at a call that the gateway refuses. */
const refusedPausesMs = [300, 900, 2_500];

/** The pauses before the second attempt at a read of a long task, and before each later one. A lost connection is often back by then. */
const readPausesMs = [1_000, 4_000, 15_000, 40_000];

/** The contract says which calls these are. The compiler refuses a missing or an additional call here. */
const repeatablePosts: Record<RepeatablePost, true> = {
  'POST /api/auth/google/oauth2_refresh': true,
  'POST /api/auth/cognito/sign_in_refresh': true,
  'POST /api/auth/owner/invitations/{invitationRef}/revoke': true,
  'POST /api/auth/owner/accounts/{userId}/disable': true,
  'POST /api/auth/owner/accounts/{userId}/enable': true,
  'POST /api/chat/fork': true,
  'POST /api/chat/import': true,
  'POST /api/chat/find_imported': true,
  'POST /api/chat/session/create_with_message': true,
  'POST /api/chat/session/{sessionId}/update': true,
  'POST /api/chat/session/{sessionId}/delete': true,
  'POST /api/chat/session/{sessionId}/restore': true,
  'POST /api/chat/session/message/create': true,
  'POST /api/chat/session/message/{sessionMessageId}/show': true,
  'POST /api/ljmonitor/batch/findHouse': true,
  'POST /api/ljmonitor/batch/readAllHouse': true,
  'POST /api/ljmonitor/batch/unreadHouse': true,
  'POST /api/ljmonitor/batch/refreshAllHouse': true,
};

/** Returns whether a call has the effect of one when it arrives twice. */
export const isRepeatable = (key: string) => !key.startsWith('POST ') || Object.hasOwn(repeatablePosts, key);

/**
 * Sends a call again after the gateway has refused it, if it is repeatable or has certainly not run, and throws the error
 * otherwise. In a new account ten functions run at once, and API Gateway answers a further request with an error of its own
 * at once, so a short wait helps. The errors of the site's functions are shown as they are. The page is told of the wait.
 */
export async function retryRefused<Result>(
  key: string,
  refusal: unknown,
  send: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const endRepeat = beginRepeat();
  const attempt = () =>
    send().catch((error: unknown) => {
      tellRefusal(error);
      throw error;
    });
  const isWorthIt = (error: unknown) => isThrottled(error) || (isRepeatable(key) && isGatewayError(error));
  try {
    return await attemptAgain(refusal, attempt, { pausesMs: refusedPausesMs, isWorthIt, signal });
  } finally {
    endRepeat();
  }
}

/** Reads again after a failure that may disappear by itself, such as a lost connection. */
export const retried = <Result>(read: () => Promise<Result>, signal: AbortSignal): Promise<Result> =>
  read().catch((error: unknown) =>
    attemptAgain(error, read, { pausesMs: readPausesMs, isWorthIt: isTransient, signal }),
  );

interface Attempts {
  /** The pauses before the attempts. */
  pausesMs: readonly number[];
  /** Returns whether another attempt may help after this error. */
  isWorthIt: (error: unknown) => boolean;
  signal: AbortSignal | undefined;
}

/** Attempts again what has failed, and throws the last error when no attempt is left or worth it. */
async function attemptAgain<Result>(
  failure: unknown,
  attempt: () => Promise<Result>,
  { pausesMs, isWorthIt, signal }: Attempts,
): Promise<Result> {
  let error = failure;
  for (const ms of pausesMs) {
    if (!isWorthIt(error)) break;
    await pause(withJitter(ms), signal);
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (nextError) {
      error = nextError;
    }
  }
  throw error;
}

/** Several refused requests of one page do not come back at the same moment. */
const withJitter = (ms: number) => ms * (0.75 + Math.random() / 2);

/** It is over at once when its task is stopped. */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((done) => {
    setTimeout(done, ms);
    signal?.addEventListener('abort', () => done(), { once: true });
  });
