import { describe, expect, it } from '@jest/globals';
import { pseudoRandom } from 'local/fakes/listing-site/city/pseudo-random';
import { lianjia } from 'lambdas/ljmonitor/listing-site/lianjia/lianjia';
import { refreshWorker } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { sitePages } from '../../unit/lambdas/ljmonitor/support/site-pages.ts';
import { processQueue, useMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { ann, bob, nothing } from '../../unit/lambdas/ljmonitor/support/test-routes.ts';
import { houses, monitorTracking, willows } from '../../unit/lambdas/ljmonitor/support/tracked-communities.ts';

const database = await useMonitorDatabase();

const minute = 60_000;
const steps = 60;

type Page = { url: string; html: string; loadedAtMs: number };

/** A community whose houses come, go and change, and the pages that a browser would load of it at any time. */
function communityOf(seed: number) {
  let draws = 0;
  let next = 8;
  const offers = new Map(Array.from({ length: 7 }, (_, index) => [index + 1, 500]));
  const chance = () => pseudoRandom('hand readings', seed, (draws += 1));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)];
  const pages = () =>
    sitePages({ resblockId: willows, houses: [...offers.keys()], price: (house) => offers.get(house) ?? 0 });
  return {
    offers,
    chance,
    pick,
    pages,
    /** Sells a house, offers another one, or changes a price. */
    change() {
      const house = pick([...offers.keys()]);
      const kind = chance();
      if (house !== undefined && kind < 0.3 && offers.size > 3) offers.delete(house);
      else if (kind < 0.6) offers.set((next += 1), 500);
      else if (house !== undefined) offers.set(house, 400 + Math.floor(chance() * 200));
    },
    shuffled: <Item>(items: readonly Item[]) =>
      items
        .map((item) => ({ item, at: chance() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ item }) => item),
  };
}

async function simulate(seed: number) {
  const monitor = await monitorTracking(database, { [willows]: 0 });
  const { clock } = monitor;
  const routes = ljmonitorRoutes(monitor.ports);
  const work = refreshWorker(monitor.ports);
  const community = communityOf(seed);
  const { chance, offers } = community;
  const parse = await lianjia.loadParser();
  const kept: Page[] = [];
  const outcomes = new Map<string, number>();

  /** Loads the pages one after the other. Meanwhile a house may be sold. */
  function load(): Page[] {
    const loaded: Page[] = [];
    for (let page = 0; page < community.pages().length; page += 1) {
      const shown = community.pages()[page];
      if (shown) loaded.push({ ...shown, loadedAtMs: clock.ms });
      clock.ms += 20_000;
      const [sold] = offers.keys();
      if (sold !== undefined && offers.size > 3 && chance() < 0.15) offers.delete(sold);
    }
    kept.push(...loaded.filter(() => chance() < 0.2));
    return loaded;
  }

  async function handIn(pages: readonly Page[], user: typeof ann) {
    for (const { url, html, loadedAtMs } of pages) {
      const half = chance() < 0.05 ? html.slice(0, Math.floor(html.length * (0.4 + chance() / 2))) : html;
      const body = { url, html: half, ageMs: Math.max(0, clock.ms - loadedAtMs) };
      const { outcome } = await routes.handInPage({ ...nothing, body, user });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      clock.ms += 1000;
    }
  }

  /** A house that is on offer never counts as missing, and so is never removed. No house comes back here. */
  async function expectNoFalseAbsence() {
    const known = await monitor.ports.store.listHouseDigests(willows);
    const absent = known.filter(({ missingCount, removed }) => missingCount > 0 || removed);
    expect(absent.map(({ houseId }) => Number(houseId.slice(-8))).filter((house) => offers.has(house))).toEqual([]);
  }

  const actions = {
    change: async () => community.change(),
    byHand: async () => handIn(community.shuffled(load()), ann),
    byTwo: async () => {
      const [ones, others] = [community.shuffled(load()), community.shuffled(load())];
      await Promise.all([handIn(ones, ann), handIn(others.slice(chance() < 0.5 ? 1 : 0), bob)]);
    },
    oldPage: async () => handIn(kept.splice(0, 1), chance() < 0.5 ? ann : bob),
    crawl: async () => {
      const isBlocked = chance() < 0.4;
      monitor.answers.set(willows, (page) => {
        const shown = community.pages()[page - 1];
        if (isBlocked || !shown) return { kind: 'refused', refusal: 'login' };
        return { kind: 'page', page: parse(shown.html) };
      });
      await routes.refreshAllHouses(nothing);
      await processQueue(monitor, work);
    },
  };
  for (let step = 0; step < steps; step += 1) {
    const action = community.pick(Object.values(actions));
    await action?.();
    await expectNoFalseAbsence();
    clock.ms += Math.floor(chance() * 90) * minute;
  }
  return { monitor, routes, community, outcomes, handIn, load };
}

describe('readings by hand between those of the monitor', () => {
  it.each([1, 2, 3, 4])('remove nothing falsely, and store each change once (seed %i)', async (seed) => {
    const { monitor, routes, community, outcomes, handIn } = await simulate(seed);
    // The pages of the last reading are loaded at once, and whole.
    for (let left = 0; left < 5; left += 1) {
      monitor.clock.ms += 31 * minute;
      await handIn(
        community.pages().map((page) => ({ ...page, loadedAtMs: monitor.clock.ms })),
        ann,
      );
      const [state] = await routes.listResblocks(nothing);
      if (state?.state === 'OK' && left > 2) break;
    }
    const stored = await houses(monitor, willows);
    const onOffer = stored.filter(({ removed }) => !removed);
    const shown = new Map(onOffer.map(({ title, price }) => [title, price]));
    for (const [house, price] of community.offers) expect([house, shown.get(`House ${house}`)]).toEqual([house, price]);
    for (const { houseId, hash } of stored) {
      const hashes = [
        hash,
        ...(await monitor.ports.store.pageHistory(houseId, undefined, 100)).map((each) => each.hash),
      ];
      expect(hashes.filter((each, index) => each === hashes[index + 1])).toEqual([]);
    }
    expect([...outcomes.keys()].toSorted()).toEqual(expect.arrayContaining(['complete', 'refused', 'saved']));
  });
});
