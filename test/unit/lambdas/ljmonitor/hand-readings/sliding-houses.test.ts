import { describe, expect, it } from '@jest/globals';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { sitePages } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { nothing } from '../support/test-routes.ts';
import { houses, monitorTracking, willows } from '../support/tracked-communities.ts';

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

  // A house that was removed is offered again while the second page is awaited, another one is sold, and the third slides.
  it('is not removed after two such readings in which the new offer is a house that had been removed', async () => {
    const monitor = await monitorTracking(database, { [willows]: 0 });
    const routes = ljmonitorRoutes(monitor.ports);
    const handIn = (page: { url: string; html: string }) => routes.handInPage({ ...nothing, body: page });
    /** Hands in the first page of one list, and the others of the list as it is after that. */
    const read = async (before: number[], after = before) => {
      monitor.clock.ms += 24 * 60 * minute;
      const pages = [...listed(...before).slice(0, 1), ...listed(...after).slice(1)];
      const outcomes: unknown[] = [];
      for (const page of pages) {
        outcomes.push(await handIn(page));
        monitor.clock.ms += minute;
      }
      expect(outcomes.at(-1)).toMatchObject({ outcome: 'complete' });
    };
    const onOffer = async () =>
      (await houses(monitor, willows)).flatMap(({ title, removed }) => (removed ? [] : title)).toSorted();
    await read([1, 2, 3, 4, 5, 6]);
    for (let count = 0; count < 2; count += 1) await read([1, 2, 3, 4]);
    expect(await onOffer()).toEqual(['House 1', 'House 2', 'House 3', 'House 4']);
    await read([1, 2, 3, 4], [2, 3, 4, 5]);
    await read([2, 4, 3, 5], [4, 3, 5, 6]);
    expect(await onOffer()).toContain('House 3');
  });
});
