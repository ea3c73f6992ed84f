import { describe, expect, it } from '@jest/globals';
import { notificationText } from 'web/features/stack/detail/notification-text';
import { log } from '../../../../../support/site/stacks.ts';

const textFor = (
  over: Parameters<typeof log>[0],
  { address, error, isPolling = true }: { address?: string; error?: Error; isPolling?: boolean } = {},
) => notificationText({ stackName: 'survival', log: log(over), address, error, isPolling: !error && isPolling });

describe('the notification of an action', () => {
  it.each([
    [{ syncStatus: 'SUCCEEDED' }, 'survival is up', '192.0.2.1:19132'],
    [{ action: 'RESTART', syncStatus: 'SUCCEEDED' }, 'survival is up', '192.0.2.1:19132'],
    [{ action: 'STOP', syncStatus: 'SUCCEEDED' }, 'survival is down', 'The world is kept.'],
    [{ syncStatus: 'FAILED', reason: 'No capacity.' }, 'survival: the start failed', 'No capacity.'],
    [{ action: 'STOP', syncStatus: 'TIMED_OUT', reason: 'Too late.' }, 'survival: the stop failed', 'Too late.'],
    [{ syncStatus: 'ABORTED', reason: 'Stopped by Bo.' }, 'survival: the start was canceled', 'Stopped by Bo.'],
  ] as const)('tells how it ended: %#', (over, title, body) => {
    expect(textFor(over, { address: '192.0.2.1:19132' })).toEqual({ title, body });
    expect(textFor(over, { address: '192.0.2.1:19132', error: new Error('no') })).toEqual({ title, body });
  });

  it('does not exist while it runs, unless updates have paused', () => {
    expect(textFor({})).toBeUndefined();
    const unknown = 'survival: live updates are paused';
    expect(textFor({}, { error: new Error('no') })).toEqual({
      title: unknown,
      body: 'The page could not load. Open it and retry.',
    });
    expect(textFor({ action: 'STOP' }, { isPolling: false })).toEqual({
      title: unknown,
      body: 'The stop has made no progress for five minutes. Open the page and refresh it.',
    });
    expect(
      notificationText({
        stackName: 'survival',
        log: undefined,
        address: undefined,
        error: new Error('no'),
        isPolling: false,
      }),
    ).toBeUndefined();
  });
});
