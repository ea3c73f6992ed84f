import { describe, expect, it, jest } from '@jest/globals';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { sitePages } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { nothing } from '../support/test-routes.ts';
import { houses, monitorTracking, willows } from '../support/tracked-communities.ts';

jest.setTimeout(120_000);

const database = await useMonitorDatabase();
const minute = 60_000;

const listed = (...houseNumbers: number[]) => sitePages({ resblockId: willows, houses: houseNumbers });

describe('a house that slides between two pages of a reading by hand', () => {
  // While the second page is awaited, the first house is sold, another one is offered, and the third slides over the edge.
  it.each([
    ['in the order of the list', [1, 2, 3, 4], [2, 3, 4, 5], [2, 4, 3, 5], [4, 3, 5, 6], 0],
    ['in the other order', [1, 3, 4, 2], [5, 1, 3, 4], [5, 3, 1, 4], [6, 5, 3, 1], 1],
  ])('is not removed after two such readings %s', async (_, before, after, beforeNext, afterNext, first) => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const routes = ljmonitorRoutes(monitor.ports);
    const handIn = (page: { url: string; html: string }) => routes.handInPage({ ...nothing, body: page });
    for (const page of listed(1, 2, 3, 4)) await handIn(page);
    for (const [whole, changed] of [
      [before, after],
      [beforeNext, afterNext],
    ] as const) {
      monitor.clock.ms += 40 * minute;
      const [earlier, later] = [listed(...whole)[first], listed(...changed)[1 - first]];
      if (!earlier || !later) throw new Error('two pages');
      await handIn(earlier);
      monitor.clock.ms += minute;
      expect(await handIn(later)).toMatchObject({ outcome: 'complete' });
    }
    const onOffer = (await houses(monitor, willows)).filter(({ removed }) => !removed);
    expect(onOffer.map(({ title }) => title)).toContain('House 3');
  });
});
