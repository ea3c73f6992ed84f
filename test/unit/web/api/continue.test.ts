import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { continueInterval } from 'web/api/query-client';

const failed = (status: number) => new ApiError({ status, errorCode: 'unreadable', message: '', requestId: null });

describe('a query whose answer is a part of it', () => {
  it.each([
    ['goes on soon', 'success', null, true, 200],
    ['ends with the last part', 'success', null, false, false],
    ['waits after a failure like any other', 'error', failed(503), true, 5_000],
    ['ends where a retry cannot help', 'error', failed(400), true, false],
  ] as const)('%s', (_name, status, error, isUnfinished, expected) => {
    expect(continueInterval({ state: { status, error } }, isUnfinished)).toBe(expected);
  });
});
