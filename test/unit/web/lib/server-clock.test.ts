import { beforeEach, describe, expect, it } from '@jest/globals';
import { syncServerClock, toServerTime } from 'web/lib/server-clock';

const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
/** Returns the correction of a time in milliseconds. */
const correction = () => toServerTime(1_000_000) - 1_000_000;
const minuteMs = 60_000;

// Each test begins with a page whose clock is correct.
beforeEach(() => syncServerClock(dateIn(0)));

describe('the server clock', () => {
  it('ignores differences that the rounding or the network can explain', () => {
    const before = correction();
    for (const date of [dateIn(0), dateIn(-8_000), dateIn(8_000), null, 'soon']) syncServerClock(date);
    expect(correction()).toBe(before);
  });

  it.each([30 * minuteMs, -30 * minuteMs])('corrects a wrong clock of this machine: %i', (ms) => {
    syncServerClock(dateIn(ms));
    expect(Math.abs(correction() - ms)).toBeLessThan(minuteMs / 2);
    const before = correction();
    syncServerClock(dateIn(ms + 2_000));
    expect(correction()).toBe(before);
  });

  it('follows this machine’s clock after it was corrected', () => {
    syncServerClock(dateIn(30 * minuteMs));
    syncServerClock(dateIn(0));
    expect(Math.abs(correction())).toBeLessThan(minuteMs / 2);
  });
});
