/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { leaveBrowser, rememberChannel } from 'web/features/auth/news/this-browser';

const channelId = '00000000-0000-4000-8000-000000000001';
const unsubscribe = jest.fn<() => Promise<boolean>>();
const asked = jest.fn<typeof fetch>();
const realFetch = globalThis.fetch;

beforeEach(() => {
  unsubscribe.mockReset().mockResolvedValue(true);
  asked.mockReset().mockImplementation(async () => Response.json({}));
  globalThis.fetch = asked;
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.assign(window, { PushManager: jest.fn() });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  localStorage.clear();
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('a browser whose user signs out', () => {
  it('removes its channel and ends its subscription, once', async () => {
    rememberChannel(channelId);
    await leaveBrowser();
    await leaveBrowser();
    expect(asked.mock.calls.map(([address, init]) => [init?.method, address])).toEqual([
      ['DELETE', `/api/notify/channels/${channelId}`],
    ]);
    expect(unsubscribe).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the site answers with an error', () => asked.mockImplementation(async () => new Response('', { status: 500 }))],
    ['the browser cannot end it', () => unsubscribe.mockRejectedValue(new Error('no network'))],
    ['it has no worker', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
    ['it has no push', () => Reflect.deleteProperty(window, 'PushManager')],
  ])('goes on when %s', async (_, fail) => {
    rememberChannel(channelId);
    fail();
    await expect(leaveBrowser()).resolves.toBeUndefined();
  });

  it('waits two seconds at most', async () => {
    jest.useFakeTimers();
    rememberChannel(channelId);
    asked.mockImplementation(() => new Promise(() => {}));
    const leaving = leaveBrowser();
    await jest.advanceTimersByTimeAsync(2000);
    await expect(leaving).resolves.toBeUndefined();
  });
});
