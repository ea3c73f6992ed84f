import { expect } from '@jest/globals';
import { pseudoRandom } from 'local/fakes/listing-site/city/pseudo-random';
import { lianjia } from 'lambdas/ljmonitor/listing-site/lianjia/lianjia';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { readMails } from './mail-reader.ts';
import { sitePages } from '../../unit/lambdas/ljmonitor/support/site-pages.ts';
import { processQueue } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { useMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { ann, bob, nothing } from '../../unit/lambdas/ljmonitor/support/test-routes.ts';
import { houses, monitorTracking, willows } from '../../unit/lambdas/ljmonitor/support/tracked-communities.ts';

const database = await useMonitorDatabase();

const minute = 60_000;
const day = 1440 * minute;
const days = 60;
const perPage = 2;

type Page = { url: string; html: string; loadedAtMs: number };

/** Creates a community whose houses come, go and change, and the pages that a browser would load of it at any time. */
function communityOf(seed: number) {
  let draws = 0;
  let next = 8;
  let offers = new Map(Array.from({ length: 7 }, (_, index) => [index + 1, 500]));
  /** The number of states that each house has had, and the time at which it was first on offer. */
  const states = new Map([...offers.keys()].map((house) => [house, 1]));
  const offeredAtMs = new Map<number, number>();
  /** The houses with one tag more than the others. */
  const tagged = new Set<number>();
  /** The number of readings that each house was hidden from. */
  const hidden = new Map<number, number>();
  const chance = () => pseudoRandom('hand readings', seed, (draws += 1));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)];
  /** A price that the site does not show for a while is no state of its house, unless it is the first one that is read. */
  const unpriced = new Set<number>();
  function priceOf(house: number) {
    const price = offers.get(house) ?? 0;
    if (!hidesPrices || pseudoRandom('unpriced', seed, house, draws) > 0.1) return price;
    if (!unpriced.has(house)) states.set(house, (states.get(house) ?? 0) + 1);
    unpriced.add(house);
    return null;
  }
  let hidesPrices = true;
  const pages = () =>
    sitePages({
      resblockId: willows,
      houses: [...offers.keys()],
      perPage,
      price: priceOf,
      tags: (house) => (tagged.has(house) ? ['近地铁', 'VR房源'] : ['近地铁']),
    });
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, at: chance() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item);
  function changePrice(house: number) {
    const price = 400 + Math.floor(chance() * 200);
    if (price !== offers.get(house)) states.set(house, (states.get(house) ?? 0) + 1);
    offers.set(house, price);
  }
  function offer(nowMs: number) {
    next += 1;
    states.set(next, 1);
    offeredAtMs.set(next, nowMs);
    return [next, 500] as const;
  }
  return {
    get offers() {
      return offers;
    },
    states,
    offeredAtMs,
    unpriced,
    showPrices() {
      hidesPrices = false;
    },
    chance,
    pick,
    pages,
    /** Sells the house at the top of the list, so that all others slide up. */
    slide() {
      const [sold] = offers.keys();
      if (sold !== undefined && offers.size > 3) offers.delete(sold);
    },
    /** Sells a house and offers another one, so that the total stays, while the whole list changes its order. */
    turnOver(nowMs: number) {
      const sold = pick([...offers.keys()]);
      if (sold !== undefined) offers.delete(sold);
      offers = new Map(shuffled([...offers, offer(nowMs)]));
    },
    /**
     * Hides a house from a reader who goes on with the next page: it moves to the top, while a house that was shown is sold and
     * another one is offered at the end, so that the totals agree. The same house is hidden from three readings in a row.
     */
    hide(shownPages: number, nowMs: number) {
      const all = [...offers];
      const [shown, unread] = [all.slice(0, shownPages * perPage), all.slice(shownPages * perPage)];
      const times = ([house]: readonly [number, number]) => hidden.get(house) ?? 0;
      const victim = unread.filter((each) => times(each) < 3).toSorted((one, other) => times(other) - times(one))[0];
      const sold = pick(shown);
      if (!victim || !sold) return;
      hidden.set(victim[0], times(victim) + 1);
      offers = new Map([victim, ...all.filter((each) => each !== victim && each !== sold), offer(nowMs)]);
    },
    /** Lists the first house last, where the next reader meets it late. */
    rotate() {
      const [first, ...others] = offers;
      if (first) offers = new Map([...others, first]);
    },
    /** Changes the price of a house, whose place in the list stays. */
    reprice() {
      const house = pick([...offers.keys()]);
      if (house !== undefined) changePrice(house);
    },
    /** Edits the newest house, most often before anybody has read it. */
    edit() {
      const house = Math.max(...offers.keys());
      if (!tagged.delete(house)) tagged.add(house);
      states.set(house, (states.get(house) ?? 0) + 1);
    },
    /** Sells a house, offers another one at the top of the list, changes a price, or lists the houses in another order. */
    change(nowMs: number) {
      const house = pick([...offers.keys()]);
      const kind = chance();
      if (house !== undefined && kind < 0.25 && offers.size > 3) offers.delete(house);
      else if (kind < 0.5) {
        offers = new Map([offer(nowMs), ...offers]);
      } else if (house !== undefined && kind < 0.75) changePrice(house);
      else offers = new Map(shuffled([...offers]));
    },
    shuffled,
  };
}

/** The probabilities that the list turns over between two pages, and that a house hides from the reader of the next one. */
interface Troubles {
  turnOvers: number;
  hides: number;
}

async function simulate(seed: number, { turnOvers, hides }: Troubles) {
  const monitor = await monitorTracking(database, { [willows]: 0 });
  readMails(monitor, willows);
  const { clock } = monitor;
  const routes = ljmonitorRoutes(monitor.ports);
  const work = monitorWorker(monitor.ports);
  const community = communityOf(seed);
  const { chance } = community;
  const parse = await lianjia.loadParser();
  const kept: Page[] = [];
  const outcomes = new Map<string, number>();

  /** Loads the pages one after the other. Meanwhile a house may be sold, or have another price. */
  function load(): Page[] {
    const loaded: Page[] = [];
    for (let page = 0; page < community.pages().length; page += 1) {
      const shown = community.pages()[page];
      if (shown) loaded.push({ ...shown, loadedAtMs: clock.ms });
      clock.ms += 20_000;
      if (chance() < 0.15) community.slide();
      if (chance() < 0.15) community.reprice();
      if (chance() < 0.15) community.edit();
      if (chance() < turnOvers) community.turnOver(clock.ms);
      if (hides > 0 && chance() < hides) community.hide(page + 1, clock.ms);
    }
    if (hides > 0) community.rotate();
    kept.push(...loaded.filter(() => chance() < 0.2));
    return loaded;
  }

  const halfOf = (html: string) => html.slice(0, Math.floor(html.length * (0.4 + chance() / 2)));

  async function handIn(pages: readonly Page[], user: typeof ann) {
    for (const { url, html, loadedAtMs } of pages) {
      const body = { url, html: chance() < 0.05 ? halfOf(html) : html, ageMs: Math.max(0, clock.ms - loadedAtMs) };
      const { outcome } = await routes.handInPage({ ...nothing, body, user });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      clock.ms += 1000;
    }
  }

  /**
   * A house that is on offer never counts as missing, and so is never removed. It may count as missing when the list turns over
   * while it is read or when it hides, and even then it is not removed. No house comes back here.
   */
  async function expectNoFalseAbsence() {
    const known = await monitor.ports.store.listHouseDigests(willows);
    const absent = known.filter(
      ({ missingCount, removed }) => (turnOvers + hides === 0 && missingCount > 0) || removed,
    );
    expect(
      absent.map(({ houseId }) => Number(houseId.slice(-8))).filter((house) => community.offers.has(house)),
    ).toEqual([]);
  }

  /** People and the schedule begin at once. Each page is asked for once, in one run, and houses may be sold between two pages. */
  async function crawl() {
    const refusedPage = chance() < 0.4 ? Math.ceil(chance() * 4) : undefined;
    const refusal = chance() < 0.5 ? 'blocked' : 'login';
    const asked = monitor.asked.length;
    monitor.answers.set(willows, (page) => {
      const shown = community.pages()[page - 1];
      if (page === refusedPage) return { kind: 'refused', refusal };
      if (!shown) return { kind: 'notFound' };
      if (chance() < 0.15) community.slide();
      if (chance() < turnOvers) community.turnOver(clock.ms);
      if (hides > 0 && chance() < hides) community.hide(page, clock.ms);
      return { kind: 'page', page: parse(chance() < 0.05 ? halfOf(shown.html) : shown.html) };
    });
    const people = [ann, bob].map((user) => routes.refreshAllHouses({ ...nothing, user }));
    await Promise.all([...people, startRefresh(monitor.ports)]);
    const runs = new Set(monitor.queue.flatMap(({ message }) => (message.kind === 'step' ? message.runId : [])));
    expect(runs.size).toBeLessThanOrEqual(1);
    await Promise.all([processQueue(monitor, work), processQueue(monitor, work)]);
    const pages = monitor.asked.slice(asked).map(({ page }) => page);
    expect(pages).toEqual([...new Set(pages)]);
  }

  const actions = {
    change: async () => community.change(clock.ms),
    byHand: async () => handIn(community.shuffled(load()), ann),
    byTwo: async () => {
      const [ones, others] = [community.shuffled(load()), community.shuffled(load())];
      await Promise.all([handIn(ones, ann), handIn(others.slice(chance() < 0.5 ? 1 : 0), bob)]);
    },
    oldPage: async () => handIn(kept.splice(0, 1), chance() < 0.5 ? ann : bob),
    crawl,
  };
  for (let past = 0; past < days; past += 1) {
    const endOfDayMs = clock.ms + day;
    for (let step = 0; step < 4; step += 1) {
      await community.pick(Object.values(actions))?.();
      clock.ms += Math.floor(chance() * 240) * minute;
    }
    await crawl();
    await expectNoFalseAbsence();
    clock.ms = Math.max(clock.ms, endOfDayMs);
  }
  return { monitor, routes, community, outcomes, handIn, load };
}

/**
 * Simulates sixty days of readings by hand and by the monitor, and expects that nothing was removed or reported falsely, that each
 * change was stored once, and that each mail had all changes since the one before. Returns the kinds of outcomes that pages handed in had.
 */
export async function sixtyDays(seed: number, troubles: Troubles) {
  const { monitor, routes, community, outcomes, handIn } = await simulate(seed, troubles);
  expect(community.unpriced.size).toBeGreaterThan(5);
  community.showPrices();
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
  const firstCompleteAtMs = (await monitor.ports.store.findResblock(willows))?.firstCompleteAtMs ?? 0;
  expect(firstCompleteAtMs).toBeGreaterThan(0);
  for (const { houseId, hash, createTimeMs } of stored) {
    const house = Number(houseId.slice(-8));
    // A house that was on offer before the first complete reading is no news after it, unless the troubles hid it from that one.
    const isTroubled = troubles.turnOvers + troubles.hides > 0;
    const wasOffered = !isTroubled && (community.offeredAtMs.get(house) ?? 0) + day <= firstCompleteAtMs;
    expect([house, wasOffered && createTimeMs > firstCompleteAtMs]).toEqual([house, false]);
    const hashes = [hash, ...(await monitor.ports.store.pageHistory(houseId, undefined, 100)).map((each) => each.hash)];
    expect(hashes.filter((each, index) => each === hashes[index + 1])).toEqual([]);
    // The last state of a sold house is that it is removed.
    expect(hashes.length).toBeLessThanOrEqual((community.states.get(house) ?? 0) + 1);
  }
  return [...outcomes.keys()];
}
