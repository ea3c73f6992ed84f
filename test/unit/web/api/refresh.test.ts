/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { checkLastAttempt, refreshPath, singleFlightRefresh } from 'web/api/refresh';
import { claimDrafts, readOfDraft } from 'web/lib/draft-storage';

describe('refreshPath', () => {
  it.each([
    ['refresh_type=cognito', '/api/auth/cognito/sign_in_refresh'],
    ['a=1; refresh_type=google; b=2', '/api/auth/google/oauth2_refresh'],
  ])('finds the call in the cookies %s', (cookie, address) => {
    expect(refreshPath(cookie)).toBe(address);
  });

  it.each([[''], ['refresh_type='], ['refresh_type=Cognito'], ['x_refresh_type=google'], ['refresh_type=toString']])(
    'finds no call in the cookies %j',
    (cookie) => {
      expect(refreshPath(cookie)).toBeUndefined();
    },
  );
});

describe('checkLastAttempt', () => {
  const now = 1_800_000_000_000;
  const ago = (seconds: number) => now - seconds * 1000;

  it('allows an attempt when there was none', () => {
    expect(checkLastAttempt(undefined, now, now)).toBe('attempt');
  });

  it('shares a refresh that ended after the request was sent', () => {
    expect(checkLastAttempt({ at: ago(1), hasSucceeded: true }, ago(2), now)).toBe('refreshed');
    expect(checkLastAttempt({ at: ago(60), hasSucceeded: true }, ago(61), now)).toBe('refreshed');
  });

  it.each([[true], [false]])('allows no second attempt within 10 s (first one succeeded: %s)', (hasSucceeded) => {
    expect(checkLastAttempt({ at: ago(9), hasSucceeded }, ago(1), now)).toBe('failed');
    expect(checkLastAttempt({ at: ago(10), hasSucceeded }, ago(1), now)).toBe('attempt');
  });

  it('shares a failed attempt', () => {
    expect(checkLastAttempt({ at: ago(1), hasSucceeded: false }, ago(5), now)).toBe('failed');
  });

  it('ignores an attempt that a fast clock put into the future', () => {
    expect(checkLastAttempt({ at: now + 86_400_000, hasSucceeded: true }, ago(1), now)).toBe('attempt');
    expect(checkLastAttempt({ at: now + 86_400_000, hasSucceeded: false }, ago(1), now)).toBe('attempt');
  });
});

describe('singleFlightRefresh', () => {
  const session = '/api/auth/session';
  const renewal = '/api/auth/cognito/sign_in_refresh';
  let asked: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    localStorage.clear();
    document.cookie = 'refresh_type=cognito';
    asked = [];
  });
  afterEach(() => void jest.useRealTimers());

  interface Scripted {
    status: number;
    headers?: Record<string, string>;
  }

  /** Lets the server send these responses, one after the other. After the last one the network fails. */
  async function refreshWith(...responses: Scripted[]) {
    const fetch = async (address: string) => {
      asked.push(address);
      const response = responses.shift();
      if (!response) throw new TypeError('Failed to fetch');
      const { status, headers } = response;
      return { status, ok: status < 400, headers: { has: (name: string) => headers?.[name] !== undefined } };
    };
    Object.assign(globalThis, { fetch });
    const done = singleFlightRefresh(Date.now());
    await jest.runAllTimersAsync();
    return done;
  }
  const refusedByGateway = { status: 500 };

  it('asks again when the gateway refuses, twice at most', async () => {
    expect(await refreshWith(refusedByGateway, refusedByGateway, { status: 200 })).toBe(true);
    expect(asked).toEqual([renewal, renewal, renewal]);
    localStorage.clear();
    asked.length = 0;
    expect(await refreshWith(refusedByGateway, refusedByGateway, refusedByGateway)).toBe(false);
    expect(asked).toHaveLength(3);
  });

  it('takes the error of a function for a response', async () => {
    expect(await refreshWith({ status: 503, headers: { 'x-request-id': 'r-1' } })).toBe(false);
    expect(asked).toEqual([renewal]);
  });

  it('does not ask again without a network', async () => {
    expect(await refreshWith()).toBe(false);
    expect(asked).toEqual([renewal]);
  });

  it('looks the session up after a refusal, and asks again when the gateway refuses that', async () => {
    expect(await refreshWith({ status: 401 }, refusedByGateway, { status: 200 })).toBe(true);
    expect(asked).toEqual([renewal, session, session]);
  });

  it.each([
    ['locks drafts when the server refuses the refresh and the session', [{ status: 401 }, { status: 401 }], null],
    ['keeps drafts when another tab has signed in', [{ status: 401 }, { status: 200 }], 'half a thought'],
    ['keeps drafts when the server fails', [{ status: 503, headers: { 'x-request-id': 'r-1' } }], 'half a thought'],
    ['keeps drafts without a network', [], 'half a thought'],
  ])('%s', async (_, responses, kept) => {
    claimDrafts('ann');
    localStorage.setItem('draft new', 'half a thought');
    localStorage.setItem('theme', 'dark');
    await refreshWith(...responses);
    expect([readOfDraft('draft new'), localStorage.getItem('theme')]).toEqual([kept, 'dark']);
  });

  it('locks drafts when there is nothing to refresh', async () => {
    document.cookie = 'refresh_type=; max-age=0';
    claimDrafts('ann');
    localStorage.setItem('draft new', 'half a thought');
    expect(await refreshWith()).toBe(false);
    expect([asked, readOfDraft('draft new')]).toEqual([[], null]);
  });
});
