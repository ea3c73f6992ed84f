import type { RepeatablePost } from 'shared-types/contract/api';
import { ApiError, isThrottled } from './api-error.ts';

/** The pauses before the second, third and fourth attempt. */
const pausesMs = [300, 900, 2_500];

/** The contract says which calls these are. The compiler refuses a missing or an additional call here. */
const repeatablePosts: Record<RepeatablePost, true> = {
  'POST /api/auth/google/oauth2_refresh': true,
  'POST /api/auth/cognito/sign_in_refresh': true,
  'POST /api/auth/owner/invitations/{invitationRef}/revoke': true,
  'POST /api/auth/owner/accounts/{userId}/disable': true,
  'POST /api/auth/owner/accounts/{userId}/enable': true,
  'POST /api/chat/session/create_with_message': true,
  'POST /api/chat/session/{sessionId}/update': true,
  'POST /api/chat/session/{sessionId}/delete': true,
  'POST /api/chat/session/{sessionId}/restore': true,
  'POST /api/chat/session/message/create': true,
  'POST /api/chat/session/message/{sessionMessageId}/show': true,
  'POST /api/ljmonitor/batch/readAllHouse': true,
  'POST /api/ljmonitor/batch/unreadHouse': true,
  'POST /api/ljmonitor/batch/refreshAllHouse': true,
};

/** Whether a call has the effect of one when it arrives twice. */
export const isRepeatable = (key: string) => !key.startsWith('POST ') || Object.hasOwn(repeatablePosts, key);

/**
 * Sends a call again while the gateway refuses it, if it is repeatable or has certainly not run. In a new account ten
 * functions run at once, and API Gateway answers a further request with an error of its own at once, so a short wait helps.
 * The errors of the site's functions have an error code; they are shown as they are.
 */
export async function retryRefused<Result>(
  key: string,
  send: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const isWorthRetry = (error: unknown) =>
    isThrottled(error) || (isRepeatable(key) && error instanceof ApiError && isGatewayError(error));
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!isWorthRetry(error)) throw error;
      await pause(withJitter(pauseMs));
      signal?.throwIfAborted();
    }
  }
  return send();
}

/** API Gateway answers 5xx when a function cannot run, and 429 when there are too many requests in a second. */
export const isGatewayStatus = (status: number) => status >= 500 || status === 429;

const isGatewayError = ({ status, errorCode }: ApiError) => isGatewayStatus(status) && errorCode === 'unreadable';

/** Several refused requests of one page do not come back at the same moment. */
const withJitter = (ms: number) => ms * (0.75 + Math.random() / 2);

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
