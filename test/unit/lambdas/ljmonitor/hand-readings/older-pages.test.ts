import { describe, expect, it } from '@jest/globals';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { housesOf, pagesOf } from '../support/pages.ts';
import { sitePages } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { ann, bob, nothing } from '../support/test-routes.ts';
import { houses, monitorTracking, refresh, willows } from '../support/tracked-communities.ts';

const database = await useMonitorDatabase();
const minute = 60_000;

type SitePage = ReturnType<typeof sitePages>[number];

/** Returns two pages of a community, which has been read completely at a price of 500. */
async function readBefore() {
  const monitor = await monitorTracking(database, { [willows]: 0 });
  const routes = ljmonitorRoutes(monitor.ports);
  const handIn = (page: SitePage | undefined, { user = ann, ageMs = 0 } = {}) => {
    if (!page) throw new Error('the community has no such page');
    return routes.handInPage({ ...nothing, body: { ...page, ageMs }, user });
  };
  const pages = sitePages({ resblockId: willows, houses: [1, 2, 3, 4] });
  for (const page of pages) await handIn(page);
  monitor.clock.ms += 60 * minute;
  return { monitor, handIn, pages };
}

/** Returns the same pages after the price of one house has fallen. */
const cheaper = (house: number, order: number[]) =>
  sitePages({ resblockId: willows, houses: order, price: (number) => (number === house ? 450 : 500) });

const pricesOf = async (monitor: Awaited<ReturnType<typeof readBefore>>['monitor'], title: string) =>
  (await houses(monitor, willows)).find((house) => house.title === title)?.prices.map(({ price }) => price);

describe('a reading by hand whose end another reading overtakes', () => {
  it('changes nothing of the newer one, and its last page is refused', async () => {
    const { monitor, pages } = await readBefore();
    const { store } = monitor.ports;
    monitor.ports.store = {
      ...store,
      async putHandReadingResult(...result) {
        monitor.ports.store = store;
        monitor.clock.ms += 2 * minute;
        monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 3)));
        await refresh(monitor);
        return store.putHandReadingResult(...result);
      },
    };
    const answers = [];
    for (const page of pages)
      answers.push(await ljmonitorRoutes(monitor.ports).handInPage({ ...nothing, body: page, user: ann }));
    expect(answers).toMatchObject([
      { outcome: 'saved' },
      { outcome: 'refused', reason: expect.stringContaining('older than the last check') },
    ]);
    expect(await store.findResblock(willows)).toMatchObject({
      lastReadAtMs: monitor.clock.ms,
      lastCompleteBy: null,
    });
  });
});

describe('a page that was loaded before another one', () => {
  it('does not undo what the newer page of another person has shown', async () => {
    const { monitor, handIn, pages } = await readBefore();
    monitor.clock.ms += 2 * minute;
    const [first, last] = cheaper(1, [1, 2, 3, 4]);
    await handIn(first, { user: bob });
    await handIn(pages[0], { ageMs: 2 * minute });
    expect(await handIn(last, { user: bob })).toMatchObject({ outcome: 'complete' });
    expect(await pricesOf(monitor, 'House 1')).toEqual([500, 450]);
  });

  it('hides no change when its own reading was given up hours ago', async () => {
    const { monitor, handIn, pages } = await readBefore();
    await handIn(pages[0]);
    monitor.clock.ms += 300 * minute;
    const [first, last] = cheaper(2, [5, 1, 2, 3]);
    await handIn(last);
    await handIn(first);
    expect(await pricesOf(monitor, 'House 2')).toEqual([500, 450]);
  });

  it('does not undo a change when it shows the same house further down, as it was before', async () => {
    const { monitor, handIn } = await readBefore();
    const moved = sitePages({ resblockId: willows, houses: [2, 3, 1, 4] });
    monitor.clock.ms += 2 * minute;
    await handIn(cheaper(1, [1, 2, 3, 4])[0]);
    await handIn(moved[1], { ageMs: minute });
    expect(await pricesOf(monitor, 'House 1')).toEqual([500, 450]);
  });

  it('does not take the place of a newer copy of the same page', async () => {
    const { monitor, handIn, pages } = await readBefore();
    monitor.clock.ms += 2 * minute;
    const [first, last] = cheaper(1, [1, 2, 3, 4]);
    await handIn(first);
    expect(await handIn(pages[0], { ageMs: minute })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('newer pages'),
    });
    expect(await handIn(last)).toMatchObject({ outcome: 'complete' });
    expect(await pricesOf(monitor, 'House 1')).toEqual([500, 450]);
  });

  it('is refused when it is the page that has completed the reading', async () => {
    const { monitor, handIn, pages } = await readBefore();
    for (const page of pages) await handIn(page);
    const before = await monitor.rows();
    expect(await handIn(pages[1])).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('older than the last check'),
    });
    expect(await monitor.rows()).toEqual(before);
  });

  it('names the pages that are missing after half a page', async () => {
    const { monitor, handIn, pages } = await readBefore();
    await handIn(pages[0]);
    monitor.clock.ms += minute;
    const half = pages[1] && { ...pages[1], html: pages[1].html.slice(0, pages[1].html.indexOf('House 4')) };
    expect(await handIn(half)).toMatchObject({ page: 2, pages: 2 });
  });
});
