import { describe, expect, it } from '@jest/globals';
import { syncServerClock, toServerTime } from 'web/lib/server-clock';

const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
/** By how much a time is put right. */
const correction = () => toServerTime(1_000_000) - 1_000_000;
const minuteMs = 60_000;

describe('the time on the server', () => {
  it('is this machine’s while their difference could be the date’s whole seconds, or its way', () => {
    for (const date of [dateIn(0), dateIn(-8_000), dateIn(8_000), null, 'soon']) syncServerClock(date);
    expect(correction()).toBe(0);
  });

  it.each([30 * minuteMs, -30 * minuteMs])('is known from an answer on a machine whose clock is wrong: %i', (ms) => {
    syncServerClock(dateIn(ms));
    expect(Math.abs(correction() - ms)).toBeLessThan(minuteMs / 2);
    const before = correction();
    syncServerClock(dateIn(ms + 2_000));
    expect(correction()).toBe(before);
  });

  it('is this machine’s again when that has been put right', () => {
    syncServerClock(dateIn(0));
    expect(Math.abs(correction())).toBeLessThan(minuteMs / 2);
  });
});
