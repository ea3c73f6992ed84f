import { describe, expect, it } from '@jest/globals';
import { notificationText } from 'web/features/stack/notifications/notification-text';
import { log } from '../../../../../support/site/stacks.ts';

const told = (
  over: Parameters<typeof log>[0],
  { address, error, isFollowed = true }: { address?: string; error?: Error; isFollowed?: boolean } = {},
) => notificationText({ stackName: 'survival', log: log(over), address, error, isFollowed: !error && isFollowed });

describe('what somebody is told of an action', () => {
  it.each([
    [{ syncStatus: 'SUCCEEDED' }, 'survival is up', '192.0.2.1:19132'],
    [{ action: 'RESTART', syncStatus: 'SUCCEEDED' }, 'survival is up', '192.0.2.1:19132'],
    [{ action: 'STOP', syncStatus: 'SUCCEEDED' }, 'survival is down', 'The world is kept.'],
    [{ syncStatus: 'FAILED', reason: 'No capacity.' }, 'survival: the start failed', 'No capacity.'],
    [{ action: 'STOP', syncStatus: 'TIMED_OUT', reason: 'Too late.' }, 'survival: the stop failed', 'Too late.'],
    [{ syncStatus: 'ABORTED', reason: 'Stopped by Bo.' }, 'survival: the start was broken off', 'Stopped by Bo.'],
  ] as const)('is how it has ended: %#', (over, title, body) => {
    expect(told(over, { address: '192.0.2.1:19132' })).toEqual({ title, body });
    expect(told(over, { address: '192.0.2.1:19132', error: new Error('no') })).toEqual({ title, body });
  });

  it('is nothing while it goes on, but that nobody will know any more', () => {
    expect(told({})).toBeUndefined();
    const unknown = 'survival is no longer followed';
    expect(told({}, { error: new Error('no') })).toEqual({
      title: unknown,
      body: 'Its page could not be loaded. Come back to it, and press retry.',
    });
    expect(told({ action: 'STOP' }, { isFollowed: false })).toEqual({
      title: unknown,
      body: 'Its stop has not moved on for five minutes. Come back to it, and look again.',
    });
    expect(
      notificationText({
        stackName: 'survival',
        log: undefined,
        address: undefined,
        error: new Error('no'),
        isFollowed: false,
      }),
    ).toBeUndefined();
  });
});
