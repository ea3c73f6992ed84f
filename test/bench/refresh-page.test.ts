import { describe, expect, it } from '@jest/globals';
import { measureRefreshPage, countWrites } from '../../bench/refresh/refresh-page.ts';

describe('the refresh of a page on which nothing has changed', () => {
  it('writes no house and few items of its own', async () => {
    const measured = await measureRefreshPage(1);
    expect(measured.houses).toBe(30);
    const { houseRows, otherRows, units } = countWrites(measured);
    expect(houseRows).toBe(0);
    // The writes are: the site limiter twice, and at the end the community, its stats, the run and the time of its news.
    expect(otherRows).toBeLessThanOrEqual(6);
    expect(units).toBeLessThanOrEqual(6);
  }, 120_000);
});
