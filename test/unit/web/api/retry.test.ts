import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { everyCall } from '../../../support/contract/contract.ts';
import { isRepeatable, retryRefused } from 'web/api/retry';

/** API Gateway's own response, which has no error code of the site. */
const refusedByGateway = new ApiError({ status: 500, errorCode: 'unreadable', message: '', requestId: null });
const failedInFunction = new ApiError({ status: 500, errorCode: 'internal', message: '', requestId: 'r-1' });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Sends a request that fails this number of times, and gives its outcome with the number of attempts. */
async function outcome(key: string, error: Error, failures: number, signal?: AbortSignal) {
  let attempts = 0;
  const send = async () => {
    if (++attempts <= failures) throw error;
    return 'result';
  };
  const sent = send()
    .catch((refusal: unknown) => retryRefused(key, refusal, send, signal))
    .catch((failure: unknown) => failure);
  await jest.runAllTimersAsync();
  return { result: await sent, attempts };
}

describe('a request that the gateway refuses', () => {
  it.each(['GET /api/a', 'PUT /api/a', 'DELETE /api/a', 'POST /api/chat/session/message/create'])(
    'is sent again when it is repeatable: %s',
    async (key) => {
      expect(await outcome(key, refusedByGateway, 2)).toEqual({ result: 'result', attempts: 3 });
    },
  );

  it('is sent again after too many requests in a second', async () => {
    const tooMany = new ApiError({ status: 429, errorCode: 'unreadable', message: '', requestId: null });
    for (const key of ['GET /api/a', 'POST /api/auth/cognito/sign_in'])
      expect(await outcome(key, tooMany, 1)).toEqual({ result: 'result', attempts: 2 });
  });

  it('fails after the fourth attempt', async () => {
    expect(await outcome('GET /api/a', refusedByGateway, 9)).toEqual({ result: refusedByGateway, attempts: 4 });
  });

  it('is not sent again when it could happen twice', async () => {
    expect(await outcome('POST /api/chat/session/create', refusedByGateway, 1)).toEqual({
      result: refusedByGateway,
      attempts: 1,
    });
  });

  it('is not sent again after it was canceled', async () => {
    const cancelled = await outcome('GET /api/a', refusedByGateway, 1, AbortSignal.abort());
    expect(cancelled).toMatchObject({ result: { name: 'AbortError' }, attempts: 1 });
  });
});

describe('a request that fails in a function', () => {
  it.each([failedInFunction, new ApiError({ status: 429, errorCode: 'tooMany', message: '', requestId: 'r-1' })])(
    'shows its error at once: %s',
    async (error) => {
      expect(await outcome('GET /api/a', error, 1)).toEqual({ result: error, attempts: 1 });
    },
  );
});

describe('isRepeatable', () => {
  it.each(everyCall.map(({ key, repeatable }) => [key, repeatable] as const))(
    'says of %s what the contract says: %s',
    (key, repeatable) => {
      expect(isRepeatable(key)).toBe(repeatable);
    },
  );
});
