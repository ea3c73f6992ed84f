import { describe, expect, it } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { five, minute, monitorByHand, numbers } from '../support/monitor-by-hand.ts';
import { housesOf, pagesOf } from '../support/pages.ts';
import { sitePages } from '../support/site-pages.ts';
import { processQueue } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { bob, nothing } from '../support/test-routes.ts';
import { willows } from '../support/tracked-communities.ts';

const database = await useMonitorDatabase();

describe('a reading by hand that does not add up', () => {
  it('is incomplete when half a page is handed in, removes nothing, and is complete with the whole page', async () => {
    const { monitor, handIn, handInAll, community, onOffer, toHandIn } = await monitorByHand(database, willows);
    await handInAll(five);
    monitor.clock.ms += minute;
    const [first, second, third] = sitePages({ ...five, price: 600 });
    if (!first || !second || !third) throw new Error('three pages');
    const half = { ...second, html: second.html.slice(0, second.html.indexOf('House 4')) };
    for (const page of [first, half]) await handIn(page);
    expect(await handIn(third)).toMatchObject({ outcome: 'incomplete', reason: expect.any(String), missing: [2] });
    expect((await toHandIn())?.map(({ isHandedIn }) => isHandedIn)).toEqual([true, false, true]);
    expect(await community()).toMatchObject({ state: 'INCOMPLETE', houseCount: 5 });
    expect(await onOffer()).toHaveLength(5);
    monitor.clock.ms += minute;
    expect(await handIn(second)).toMatchObject({ outcome: 'complete' });
  });

  it('asks for the page again that was cut between two rows', async () => {
    const { handIn, toHandIn } = await monitorByHand(database, willows);
    const [first, second, third] = sitePages(five);
    if (!first || !second || !third) throw new Error('three pages');
    const cut = {
      ...second,
      html: second.html.slice(0, second.html.indexOf('</li>', second.html.indexOf('House 3')) + '</li>'.length),
    };
    for (const page of [first, cut]) await handIn(page);
    expect(await handIn(third)).toMatchObject({ outcome: 'incomplete', missing: [2] });
    expect((await toHandIn())?.map(({ isHandedIn }) => isHandedIn)).toEqual([true, false, true]);
  });

  it('begins again when the list has become shorter by a page meanwhile', async () => {
    const { monitor, handIn, handInAll, toHandIn } = await monitorByHand(database, willows);
    const [first, second] = sitePages(five);
    const [, , longer] = sitePages({ resblockId: willows, houses: numbers(7) });
    if (!first || !second || !longer) throw new Error('three pages');
    expect(await handIn(longer)).toMatchObject({ outcome: 'saved', missing: [1, 2, 4] });
    monitor.clock.ms += minute;
    await handIn(first);
    expect(await handIn(second)).toMatchObject({ outcome: 'incomplete', missing: [1, 2, 3] });
    expect((await toHandIn())?.some(({ isHandedIn }) => isHandedIn)).toBe(false);
    monitor.clock.ms += minute;
    expect(await handInAll(five)).toMatchObject({ outcome: 'complete' });
  });

  it('is not complete with pages that were loaded more than 30 minutes apart', async () => {
    const { monitor, handIn, toHandIn } = await monitorByHand(database, willows);
    const [first, second, third] = sitePages(five);
    if (!first || !second || !third) throw new Error('three pages');
    await handIn(first);
    monitor.clock.ms += 30 * minute;
    expect(await handIn(second)).toMatchObject({ missing: [3] });
    monitor.clock.ms += 1;
    expect(await handIn(third)).toMatchObject({ outcome: 'saved', missing: [1] });
    expect(await handIn({ ...first, ageMs: 31 * minute })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('newer pages'),
    });
    expect(await handIn(first)).toMatchObject({ outcome: 'complete' });
    monitor.clock.ms += minute;
    await handIn(first);
    expect((await toHandIn())?.map(({ isHandedIn }) => isHandedIn)).toEqual([true, false, false]);
    monitor.clock.ms += 30 * minute + 1;
    expect((await toHandIn())?.some(({ isHandedIn }) => isHandedIn)).toBe(false);
  });

  it('counts the same page once', async () => {
    const { handIn } = await monitorByHand(database, willows);
    const [first] = sitePages(five);
    if (!first) throw new Error('a page');
    for (let times = 0; times < 3; times += 1) expect(await handIn(first)).toMatchObject({ missing: [2, 3] });
  });

  it('never mixes the pages of two users', async () => {
    const { handIn, community } = await monitorByHand(database, willows);
    const [first, second, third] = sitePages(five);
    if (!first || !second || !third) throw new Error('three pages');
    expect(await handIn(first)).toMatchObject({ missing: [2, 3] });
    expect(await handIn(second, bob)).toMatchObject({ missing: [1, 3] });
    expect(await handIn(third)).toMatchObject({ outcome: 'saved', missing: [2] });
    expect(await handIn(first, bob)).toMatchObject({ outcome: 'saved', missing: [3] });
    expect(await community()).toMatchObject({ state: 'NEW', lastCompleteAt: null });
  });

  it('never mixes with an automatic crawl', async () => {
    const { monitor, handIn, community } = await monitorByHand(database, willows);
    const crawled = pagesOf(willows, housesOf(willows, 4), 2);
    const [first, , third] = sitePages(five);
    if (!first || !third) throw new Error('three pages');
    monitor.answers.set(willows, (page) => crawled[page - 1] ?? { kind: 'notFound' });
    const work = monitorWorker(monitor.ports);
    await ljmonitorRoutes(monitor.ports).refreshAllHouses(nothing);
    const [step] = monitor.queue.splice(0, 1);
    if (!step) throw new Error('a step');
    await work(step.message);
    await handIn(first);
    await processQueue(monitor, work);
    expect(await community()).toMatchObject({ state: 'OK', houseCount: 4 });
    monitor.clock.ms += 1;
    expect(await handIn(third)).toMatchObject({ outcome: 'saved', missing: [2] });
  });

  it('keeps every page of one user that arrives at once', async () => {
    const { handIn, onOffer } = await monitorByHand(database, willows);
    const answers = await Promise.all(sitePages(five).map((page) => handIn(page)));
    expect(answers.filter(({ outcome }) => outcome === 'complete')).toHaveLength(1);
    expect(await onOffer()).toHaveLength(5);
  });
});
