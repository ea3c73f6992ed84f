import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { continueInterval } from 'web/api/query-client';

const failed = (status: number) => new ApiError({ status, errorCode: 'unreadable', message: '', requestId: null });

describe('a search that has not read all messages yet', () => {
  it.each([
    ['goes on soon', 'success', null, 3, 200],
    ['ends when it has', 'success', null, 0, false],
    ['has not begun before its first answer', 'pending', null, undefined, false],
    ['waits after a failure like any other', 'error', failed(503), 3, 5_000],
    ['ends where a retry cannot help', 'error', failed(400), 3, false],
  ] as const)('%s', (_name, status, error, remaining, expected) => {
    expect(continueInterval({ state: { status, error } }, remaining)).toBe(expected);
  });
});
