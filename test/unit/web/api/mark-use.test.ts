import { describe, expect, it } from '@jest/globals';
import { markerOfUse } from 'web/api/mark-use';

const minute = 60_000;
const hour = 60 * minute;

function setUp(results: boolean[] = []) {
  const state = { nowMs: 0, isSignedIn: true, marks: 0 };
  const listener = markerOfUse({
    now: () => state.nowMs,
    isSignedIn: () => state.isSignedIn,
    mark: () => {
      state.marks += 1;
      return (results.shift() ?? true) ? Promise.resolve() : Promise.reject(new Error('refused'));
    },
  });
  /** Sends some input of the user, after this time. */
  const input = async (laterMs: number) => {
    state.nowMs += laterMs;
    listener();
    await Promise.resolve();
    return state.marks;
  };
  return { state, input };
}

describe('the mark of a use', () => {
  it('is sent at the first input after an hour, and then once an hour', async () => {
    const { input } = setUp();
    expect(await input(hour - 1)).toBe(0);
    expect(await input(1)).toBe(1);
    expect(await input(hour - 1)).toBe(1);
    expect(await input(1)).toBe(2);
  });

  it('is sent again a minute after it failed', async () => {
    const { input } = setUp([false]);
    expect(await input(hour)).toBe(1);
    expect(await input(minute - 1)).toBe(1);
    expect(await input(1)).toBe(2);
    expect(await input(minute)).toBe(2);
  });

  it('is not sent for a visitor', async () => {
    const { state, input } = setUp();
    state.isSignedIn = false;
    expect(await input(2 * hour)).toBe(0);
  });
});
