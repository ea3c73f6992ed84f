import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, followClock } from 'local/clock';

const day = 86_400_000;

describe('the clock', () => {
  const clock = createClock();
  const machineNow = Date.now.bind(Date);
  let stopFollowing: () => void;
  beforeEach(() => {
    stopFollowing = followClock(clock.buffer);
    clock.advance(day);
  });
  afterEach(() => {
    clock.advance(-day);
    stopFollowing();
  });

  it('moves Date in all its forms', () => {
    const expected = Math.round(machineNow() / day) + 1;
    for (const time of [Date.now(), new Date().getTime(), Date.parse(Date()), clock.now()]) {
      expect(Math.round(time / day)).toBe(expected);
    }
  });

  it('leaves explicit times and the type unchanged', () => {
    expect(new Date(2020, 1, 29, 12).getMonth()).toBe(1);
    expect(new Date('2020-02-29').getTime()).toBe(Date.UTC(2020, 1, 29));
    expect(new Date()).toBeInstanceOf(Date);
  });

  it('restores Date completely', () => {
    stopFollowing();
    expect(Date.now()).toBeLessThan(clock.now() - day / 2);
  });
});
