import { describe, expect, it } from '@jest/globals';
import { visitAt } from 'lambdas/ljmonitor/visits/visit';
import { ann, bob, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pagesOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const minute = 60_000;
const database = await useMonitorDatabase();

describe('a visit', () => {
  const visit = { seenAtMs: 100 * minute, sinceMs: 7 };

  it('begins with the first request, and has no visit before it', () => {
    expect(visitAt(undefined, 5)).toEqual({ seenAtMs: 5, sinceMs: null });
  });

  it.each([
    ['goes on within a minute without a write', 0.9, undefined],
    ['goes on', 1, { seenAtMs: 101 * minute, sinceMs: 7 }],
    ['goes on after half an hour', 30, { seenAtMs: 130 * minute, sinceMs: 7 }],
    [
      'is followed by the next one, which looks back at its end',
      30.1,
      { seenAtMs: 130.1 * minute, sinceMs: 100 * minute },
    ],
    ['is not touched by a clock that was set back', -60, undefined],
  ])('%s', (_, later, expected) => {
    expect(visitAt(visit, (100 + later) * minute)).toEqual(expected);
  });
});

async function visited() {
  const site = await routesWith(database, { [willows]: 4 });
  await site.add(willows);
  await site.processAll();
  const { monitor, routes } = site;
  return {
    ...site,
    visit: (user = ann) => routes.noteVisit({ ...nothing, user }),
    pass: (ms: number) => (monitor.clock.ms += ms),
  };
}

describe('the news since the last visit', () => {
  it('count what changed after the visit before, until it is read', async () => {
    const { monitor, routes, processAll, list, visit, pass } = await visited();
    pass(minute);
    expect(await visit()).toEqual({ since: null, news: [] });
    const firstSeen = monitor.clock.ms;

    pass(24 * 60 * minute);
    const [one, two, ...rest] = housesOf(willows, 6);
    if (!one || !two) throw new Error('two houses');
    monitor.answers.set(willows, pagesOf(willows, [{ ...one, price: 9 }, two, ...rest]));
    await routes.refreshAllHouses(nothing);
    await processAll();
    pass(minute);

    const expected = { since: firstSeen, news: [{ resblockId: willows, unread: 3, news: { new: 2, cheaper: 1 } }] };
    // Looking does not begin a visit.
    expect(await routes.getVisit(nothing)).toEqual({ since: null, news: [] });
    expect(await visit()).toEqual(expected);
    expect(await routes.getVisit(nothing)).toEqual(expected);
    // The mark stays while the visit goes on, on any device.
    pass(25 * minute);
    expect(await visit()).toEqual(expected);
    pass(25 * minute);
    expect(await visit()).toEqual(expected);
    expect(await visit(bob)).toEqual({ since: null, news: [] });

    const changed = (await list()).filter(({ updateTime }) => updateTime > firstSeen);
    await routes.markHousesRead({ ...nothing, body: { houseIdList: changed.map(({ houseId }) => houseId) } });
    expect(await visit()).toEqual({ since: firstSeen, news: [] });
  });

  it('count every house after a long absence, in few read units', async () => {
    const { monitor, routes, processAll, visit, pass } = await visited();
    pass(minute);
    await visit();
    pass(10 * 24 * 60 * minute);
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 2104)));
    await routes.refreshAllHouses(nothing);
    await processAll();
    pass(2 * minute);
    await routes.getSummary(nothing);
    database.takeCapacity();
    expect((await visit()).news).toEqual([{ resblockId: willows, unread: 2100, news: { new: 2100 } }]);
    const units = database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    expect(units).toBeLessThan(20);
  });
});
