import type { RepeatablePost } from 'shared-types/contract/api';
import { isGatewayError, isThrottled } from './api-error.ts';
import { beginRepeat, tellRefusal } from './repeats.ts';

/** The pauses before the second, third and fourth attempt. */
const pausesMs = [300, 900, 2_500];

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
  let error = refusal;
  const endRepeat = beginRepeat();
  try {
    for (const pauseMs of pausesMs) {
      if (!isThrottled(error) && !(isRepeatable(key) && isGatewayError(error))) break;
      await pause(withJitter(pauseMs));
      signal?.throwIfAborted();
      try {
        return await send();
      } catch (nextError) {
        error = nextError;
        tellRefusal(error);
      }
    }
    throw error;
  } finally {
    endRepeat();
  }
}

/** Several refused requests of one page do not come back at the same moment. */
const withJitter = (ms: number) => ms * (0.75 + Math.random() / 2);

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
