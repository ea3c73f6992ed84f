/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endOthersMessages, leaveBrowser, rememberChannel } from 'web/features/auth/news/this-browser';

const channelId = '00000000-0000-4000-8000-000000000001';
const unsubscribe = jest.fn<() => Promise<boolean>>();
const asked = jest.fn<(address: string, init: RequestInit) => Promise<object>>();
const realFetch = globalThis.fetch;

const remember = () => rememberChannel({ channelId, userId: 'ann' });
const remembered = () => Object.keys(localStorage).map((key) => localStorage.getItem(key));
const kept = [JSON.stringify({ channelId, userId: 'ann' })];

/** jsdom has no Response. */
const answerWith = (status: number) => () =>
  asked.mockImplementation(async () => ({
    ok: status < 400,
    status,
    headers: new Map(),
    json: async () => ({ errorCode: 'any' }),
  }));

const hang = () => new Promise<never>(() => {});

/** Signs out where something does not answer. */
async function leaveInTwoSeconds() {
  jest.useFakeTimers();
  const leaving = leaveBrowser('ann');
  await jest.advanceTimersByTimeAsync(2000);
  await expect(leaving).resolves.toBeUndefined();
}

beforeEach(() => {
  unsubscribe.mockReset().mockResolvedValue(true);
  asked.mockReset();
  answerWith(200)();
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.assign(window, { PushManager: jest.fn(), fetch: asked });
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
    remember();
    await leaveBrowser('ann');
    await leaveBrowser('ann');
    // The page may be left before the site has answered.
    expect(asked.mock.calls.map(([address, init]) => [init.method, address, init.keepalive])).toEqual([
      ['DELETE', `/api/notify/channels/${channelId}`, true],
    ]);
    expect(unsubscribe).toHaveBeenCalledTimes(2);
    expect(remembered()).toEqual([]);
  });

  it.each([
    ['the site answers with an error', kept, answerWith(500)],
    ['the site knows no such channel', [], answerWith(404)],
    ['the browser cannot end it', [], () => unsubscribe.mockRejectedValue(new Error('no network'))],
    ['it has no worker', [], () => Reflect.deleteProperty(navigator, 'serviceWorker')],
    ['it has no push', [], () => Reflect.deleteProperty(window, 'PushManager')],
  ])('goes on when %s, and knows the channel until the site has removed it', async (_, left, fail) => {
    remember();
    fail();
    await expect(leaveBrowser('ann')).resolves.toBeUndefined();
    expect(remembered()).toEqual(left);
  });

  it.each([
    ['the site', kept, () => asked.mockImplementation(hang)],
    ['the browser', [], () => unsubscribe.mockImplementation(hang)],
  ])('waits two seconds at most for %s', async (_, left, fail) => {
    remember();
    fail();
    await leaveInTwoSeconds();
    expect(remembered()).toEqual(left);
  });

  it('removes the channel at a later sign-out when nothing could be ended at the first', async () => {
    remember();
    answerWith(500)();
    unsubscribe.mockImplementation(hang);
    await leaveInTwoSeconds();
    asked.mockClear();
    answerWith(200)();
    await leaveInTwoSeconds();
    expect([asked.mock.calls.length, remembered()]).toEqual([1, []]);
  });

  it('asks the site nothing about the channel of another person, which it could not remove', async () => {
    remember();
    unsubscribe.mockRejectedValue(new Error('no network'));
    await leaveBrowser('bob');
    expect([asked.mock.calls, remembered()]).toEqual([[], kept]);
  });
});

describe('a browser whose session has ended without a sign-out', () => {
  it('ends the messages of the former person when another one uses it', async () => {
    remember();
    await endOthersMessages('bob');
    expect([unsubscribe.mock.calls.length, remembered()]).toEqual([1, []]);
    await endOthersMessages('bob');
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  it('keeps them for the same person', async () => {
    remember();
    await endOthersMessages('ann');
    expect([unsubscribe.mock.calls, remembered()]).toEqual([[], kept]);
  });

  it('tries again on a later page what the browser has refused', async () => {
    remember();
    unsubscribe.mockRejectedValueOnce(new Error('no network'));
    await endOthersMessages('bob');
    expect(remembered()).toEqual(kept);
    await endOthersMessages('bob');
    expect([unsubscribe.mock.calls.length, remembered()]).toEqual([2, []]);
  });

  it('keeps what the other person has added meanwhile', async () => {
    remember();
    const bobs = { channelId: channelId.replace('1', '2'), userId: 'bob' };
    unsubscribe.mockImplementation(async () => {
      rememberChannel(bobs);
      return true;
    });
    await endOthersMessages('bob');
    expect(remembered()).toEqual([JSON.stringify(bobs)]);
  });
});
