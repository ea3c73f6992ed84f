import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, jest } from '@jest/globals';

interface Told {
  channel: EventTarget;
  messages: unknown[];
}

it('the document collects what other tabs tell before the app hears them', () => {
  const close = jest.fn();
  class Channel extends EventTarget {
    close = close;
  }
  const timers: (() => void)[] = [];
  const page: { BroadcastChannel: typeof Channel; earlyTold?: Map<string, Told> } = { BroadcastChannel: Channel };
  runInNewContext(readFileSync('web/build/before-app.js', 'utf8'), {
    window: page,
    document: { documentElement: { dataset: {} } },
    location: { pathname: '/' },
    localStorage: { getItem: () => null },
    fetch: () => new Promise(() => {}),
    setTimeout: (run: () => void) => void timers.push(run),
  });
  const told = page.earlyTold?.get('data');
  for (const data of [1, 2]) told?.channel.dispatchEvent(new MessageEvent('message', { data }));
  expect([...(told?.messages ?? [])]).toEqual([1, 2]);
  expect([...(page.earlyTold?.keys() ?? [])]).toEqual(['data', 'stale data']);
  for (const run of timers) run();
  expect(close).toHaveBeenCalledTimes(2);
});
