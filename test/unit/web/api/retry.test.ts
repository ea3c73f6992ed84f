import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { retryRefused } from 'web/api/retry';

/** API Gateway's own answer, which has no error code of the site. */
const refusedByGateway = new ApiError({ status: 500, errorCode: 'unreadable', message: '', requestId: null });
const failedInFunction = new ApiError({ status: 500, errorCode: 'internal', message: '', requestId: 'r-1' });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Sends a request that fails so often, and gives its outcome with the number of attempts. */
async function outcome(method: string, error: Error, failures: number, signal?: AbortSignal) {
  let attempts = 0;
  const send = async () => {
    if (++attempts <= failures) throw error;
    return 'answer';
  };
  const sent = retryRefused(send, { method, ...(signal && { signal }) }).catch((failure: unknown) => failure);
  await jest.runAllTimersAsync();
  return { answer: await sent, attempts };
}

describe('a request that the gateway refuses', () => {
  it.each(['GET', 'PUT', 'DELETE'])('is sent again when it is a %s', async (method) => {
    expect(await outcome(method, refusedByGateway, 2)).toEqual({ answer: 'answer', attempts: 3 });
  });

  it('fails after the fourth attempt', async () => {
    expect(await outcome('GET', refusedByGateway, 9)).toEqual({ answer: refusedByGateway, attempts: 4 });
  });

  it('is not sent again when it could happen twice', async () => {
    expect(await outcome('POST', refusedByGateway, 1)).toEqual({ answer: refusedByGateway, attempts: 1 });
  });

  it('is not sent again after it was cancelled', async () => {
    const cancelled = await outcome('GET', refusedByGateway, 1, AbortSignal.abort());
    expect(cancelled).toMatchObject({ answer: { name: 'AbortError' }, attempts: 1 });
  });
});

describe('a request that fails in a function', () => {
  it('shows its error at once', async () => {
    expect(await outcome('GET', failedInFunction, 1)).toEqual({ answer: failedInFunction, attempts: 1 });
  });
});
