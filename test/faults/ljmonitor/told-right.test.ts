import { expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { newsKinds } from 'shared-types/rules/house-news';
import { dayMs, hourMs, minuteMs } from 'shared-types/rules/time';
import { newTestMonitor } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { useMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { nothing } from '../../unit/lambdas/ljmonitor/support/test-routes.ts';
import { countsOf, newNotebook, newsOf, sortCounts, stateOf } from './naive-counts.ts';
import { chanceOf, dayOf, simulatedCommunity } from './simulated-city.ts';
import { newPeople, type Person, simulatedPeople } from './simulated-people.ts';
import { simulatedReadings } from './simulated-readings.ts';
import { simulatedSales } from './simulated-sales.ts';

const database = await useMonitorDatabase();

const days = 60;
/** A house that is taken down later may not be offered again before the end. */
const lastRelistingDay = 46;
/** The second reading without a house removes it. */
const lastChangingDay = 58;

/** Creates a monitor with the site that it reads, two people, and the notebook of someone who counts by hand. */
async function newSimulation(seed: number) {
  const monitor = await newTestMonitor(database);
  const { ports, clock } = monitor;
  const chance = chanceOf('people and faults', seed);
  const communities = [1, 2, 3].map((number) =>
    simulatedCommunity(`119902730020${number}`, number * 4, chanceOf('community', seed, number)),
  );
  for (const { resblockId } of communities) {
    await ports.store.addResblock(newResblock(resblockId, undefined, 0, ports.now()));
    clock.ms += 1;
  }
  const notebook = newNotebook();
  const people = newPeople();
  const readings = simulatedReadings({ monitor, chance, communities, notebook, check });
  const sales = await simulatedSales(database, monitor, chance, notebook);
  const simulated = simulatedPeople({ ports, clock, chance, notebook, check });
  let day = 0;

  const [, bob] = people;
  const resblockId = communities.at(-1)?.resblockId ?? '';
  await simulated
    .routes()
    .beginResblock({ ...nothing, user: bob.user, params: { resblockId }, body: { asRead: true } });

  async function within(step: string, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      throw new Error(`Seed ${seed}, day ${day}, ${step}`, { cause: error });
    }
  }

  /** Expects that the site tells both people what the notebook does. */
  function check(step: string) {
    return within(step, async () => {
      for (const person of people) await checkCounts(person);
      if (chance.is(0.3)) await checkLists(chance.pick(people) ?? bob);
    });
  }

  async function checkCounts({ user, reader }: Person) {
    const summary = await simulated.routes().getSummary({ ...nothing, user });
    const { since, news } = await simulated.routes().getVisit({ ...nothing, user });
    const unread = newsOf(notebook, reader);
    const { sinceMs } = reader;
    expect({
      unread: summary.unread,
      communities: sortCounts(summary.unreadByResblock),
      since,
      sinceThen: sortCounts(news),
    }).toEqual({
      unread: unread.length,
      communities: countsOf(unread),
      since: sinceMs,
      sinceThen: sinceMs === null ? [] : countsOf(newsOf(notebook, reader, sinceMs)),
    });
  }

  /** Looks at the list of one kind of news, and at the stars. */
  async function checkLists({ user, reader }: Person) {
    const asked = { ...nothing, user };
    const order = chance.pick(['-updateTime', 'price', '-createTime'] as const) ?? 'price';
    const kind = chance.pick(newsKinds) ?? 'new';
    const since = reader.sinceMs !== null && chance.is(0.5) ? reader.sinceMs : undefined;
    const list = await simulated.routes().listSortedHouses({ ...asked, query: { order, news: kind, since } });
    const ofKind = newsOf(notebook, reader, since).filter(({ kinds }) => kinds.includes(kind));
    const expected = new Set(ofKind.map(({ houseId }) => houseId));
    expect([kind, list.matches]).toEqual([kind, expected.size]);
    expect(list.houses.filter(({ houseId }) => !expected.has(houseId))).toEqual([]);

    const stars = await simulated.routes().listSortedHouses({ ...asked, query: { order, choice: 'starred' } });
    const starred = [...reader.starred].filter((houseId) => !reader.hidden.has(houseId));
    expect(stars.houses.map(({ houseId }) => houseId).toSorted()).toEqual(starred.toSorted());
  }

  /** A community counts its houses at the end of a reading. */
  async function checkOnOffer() {
    const onOffer = (await simulated.routes().listResblocks(nothing)).map((each) => [each.resblockId, each.houseCount]);
    expect(onOffer).toEqual(
      communities.map(({ resblockId: of }) => [of, notebook.in(of).filter((house) => !stateOf(house).removed).length]),
    );
  }

  /** Returns the links, none of which may be of two flats. */
  async function links() {
    const told = (await simulated.routes().listRelistings(nothing)).map(
      ({ earlier, later }) => `${earlier.houseId} ${later.houseId}`,
    );
    const pairs = new Set(communities.flatMap((each) => each.pairs.map((pair) => pair.join(' '))));
    expect(told.filter((link) => !pairs.has(link))).toEqual([]);
    return told;
  }

  async function read(part: string, isBlocked: boolean) {
    await readings.read(isBlocked);
    if (day === 1 && part === 'morning')
      for (const { houseId, states } of notebook.in(resblockId)) bob.reader.begun.set(houseId, states[0].atMs + 1);
    // The first list a while after a reading packs the houses anew.
    if (chance.is(0.8)) clock.ms += 2 * minuteMs;
    await check(`${part} reading`);
    await within('houses on offer', checkOnOffer);
  }

  /** Lets half a day pass on the site. People come now and then, and the monitor reads it in the evening and on some mornings. */
  async function halfDay(part: 'morning' | 'evening') {
    const endsAtMs = clock.ms + dayMs / 2;
    if (day > 1 && day <= lastChangingDay) for (const each of communities) each.pass(clock.ms, day <= lastRelistingDay);
    if (part === 'evening' || day === 1 || chance.is(0.12))
      await read(part, part === 'morning' && day > 2 && chance.is(0.5));
    for (const person of people) if (chance.is(0.1)) await simulated.visit(person);
    if (part === 'evening') {
      await within('links', async () => void (await links()));
      clock.ms += hourMs;
      const community = chance.is(0.25) ? chance.pick(communities) : undefined;
      if (community) await sales.handIn(community, chance.is(0.7));
      if (day % 5 === 0) for (const each of communities) await within('fates', () => sales.check(each));
    }
    clock.ms = Math.max(clock.ms, endsAtMs);
  }

  return {
    communities,
    sales,
    links,
    faults: readings.faults,
    isKnown: (houseId: string) => notebook.houses.has(houseId),
    async passDay() {
      day += 1;
      await halfDay('morning');
      await halfDay('evening');
    },
    later: (ms: number) => void (clock.ms += ms),
  };
}

it.each([1])(
  'sixty days of two people are counted after every step, and told right in the end (seed %i)',
  async (seed) => {
    const { communities, sales, faults, isKnown, ...simulation } = await newSimulation(seed);
    for (let day = 1; day <= days; day += 1) await simulation.passDay();
    const pairs = communities.flatMap((each) => each.pairs).filter((pair) => pair.every(isKnown));
    expect(pairs.length).toBeGreaterThan(10);
    expect((await simulation.links()).toSorted()).toEqual(pairs.map((pair) => pair.join(' ')).toSorted());

    // By then the site has published all sales with their prices, and its lists prove which houses were withdrawn.
    simulation.later(45 * dayMs);
    for (const community of communities) await sales.handIn(community, true);
    for (const community of communities) await sales.check(community);
    const ends = communities.flatMap((each) => [...each.ends]).filter(([houseId]) => isKnown(houseId));
    const told = new Map((await Promise.all(communities.map(sales.fates))).flat().map((each) => [each.houseId, each]));
    expect(ends.map(([houseId]) => told.get(houseId))).toEqual(
      ends.map(([houseId, end]) =>
        end.kind === 'sold'
          ? { houseId, fate: 'sold', price: end.price, date: dayOf(end.signedAtMs) }
          : { houseId, fate: 'withdrawn', price: null, date: null },
      ),
    );
    const sold = ends.filter(([, { kind }]) => kind === 'sold').map(([houseId]) => houseId);
    expect(sold.length).toBeGreaterThan(10);
    expect(await sales.told()).toEqual(sold.toSorted());
    expect(Math.min(faults.kills, faults.repeats)).toBeGreaterThan(20);
    expect(faults.blocks).toBeGreaterThan(0);
  },
);
