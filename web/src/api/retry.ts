import { ApiError } from './api-error.ts';

/** The pauses before the second, third and fourth attempt. */
const pausesMs = [300, 900, 2_500];

/** HTTP defines these methods as idempotent, and the calls of the site keep to it. */
const idempotentMethods = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Sends an idempotent request again while the gateway refuses it. In a new account ten functions run at once, and API Gateway
 * answers a further request with an error of its own at once, so a short wait helps. The errors of the site's functions have
 * an error code; they are shown as they are.
 */
export async function retryRefused<Result>(
  send: () => Promise<Result>,
  { method, signal }: Pick<RequestInit, 'method' | 'signal'>,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!idempotentMethods.has(method ?? 'GET') || !isRefusedByGateway(error)) throw error;
      await pause(withJitter(pauseMs));
      signal?.throwIfAborted();
    }
  }
  return send();
}

const isRefusedByGateway = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 && error.errorCode === 'unreadable';

/** Several refused requests of one page do not come back at the same moment. */
const withJitter = (ms: number) => ms * (0.75 + Math.random() / 2);

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
