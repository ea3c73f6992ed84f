/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { nameOfDevice, subscribe } from 'web/features/auth/news/push';

const subscription = { endpoint: 'https://push.example/a', toJSON: () => ({ keys: { p256dh: 'B1', auth: 'a1' } }) };
const pushManager = {
  subscribe: jest.fn<(options: object) => Promise<object>>(),
  getSubscription: jest.fn<() => Promise<object>>(),
};
const requestPermission = jest.fn<() => Promise<string>>();
const register = jest.fn<() => Promise<unknown>>();
let ready: PromiseWithResolvers<object>;

beforeEach(() => {
  pushManager.subscribe.mockReset().mockResolvedValue(subscription);
  pushManager.getSubscription.mockReset();
  requestPermission.mockReset().mockResolvedValue('granted');
  register.mockReset().mockResolvedValue({});
  ready = Promise.withResolvers();
  ready.resolve({ pushManager });
  const serviceWorker = {
    register,
    get ready() {
      return ready.promise;
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.assign(window, { PushManager: jest.fn(), Notification: { requestPermission } });
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('this browser', () => {
  it('subscribes with the key of the site, and shows each message', async () => {
    expect(await subscribe('B4')).toEqual({ endpoint: 'https://push.example/a', p256dh: 'B1', auth: 'a1' });
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B4' });
  });

  it('waits until the worker has stored its files', async () => {
    ready = Promise.withResolvers();
    const subscribed = subscribe('B4');
    // Whatever does not wait for the worker has happened by then.
    await new Promise((resolve) => setTimeout(resolve));
    expect(pushManager.subscribe).not.toHaveBeenCalled();
    ready.resolve({ pushManager });
    expect(await subscribed).toMatchObject({ endpoint: 'https://push.example/a' });
    expect(register).toHaveBeenCalledTimes(1);
  });

  it('does not wait for ever', async () => {
    jest.useFakeTimers();
    ready = Promise.withResolvers();
    const subscribed = subscribe('B4').catch(String);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await subscribed).toContain('could not start. Try again in a moment.');
  });

  it('gives up a subscription with another key of the site', async () => {
    const unsubscribe = jest.fn();
    pushManager.subscribe.mockRejectedValueOnce(new DOMException('another key', 'InvalidStateError'));
    pushManager.getSubscription.mockResolvedValue({ unsubscribe });
    expect(await subscribe('B4')).toMatchObject({ endpoint: 'https://push.example/a' });
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      'has no push',
      () => Reflect.deleteProperty(window, 'PushManager'),
      'This browser does not support notifications from sites.',
    ],
    ['has no worker', () => Reflect.deleteProperty(navigator, 'serviceWorker'), 'This browser does not support'],
    [
      'cannot load the worker',
      () => register.mockRejectedValue(new TypeError('Failed to register')),
      'The part of this site that shows notifications could not start.',
    ],
    ['may not', () => requestPermission.mockResolvedValue('denied'), 'Notifications from this site are blocked.'],
    [
      'cannot reach its service',
      () => pushManager.subscribe.mockRejectedValue(new DOMException('push service error', 'AbortError')),
      'The browser could not reach its push service.',
    ],
  ])('says why it shows nothing when it %s', async (_, change, message) => {
    change();
    await expect(subscribe('B4')).rejects.toThrow(message);
  });
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
  ['curl', 'Browser'],
])('is named after its device: %s', (userAgent, name) => {
  expect(nameOfDevice(userAgent)).toBe(name);
});
