import { describe, expect, it } from '@jest/globals';
import { placeOf } from 'shared-types/rules/monitor/house-orders';
import { hourMs } from 'shared-types/rules/time';
import { person } from '../../../../support/person.ts';
import { rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { ann, bob, nothing, routesWith, willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();
const [annHere, bobHere, eve] = [{ ...ann, email: 'Ann@example.org' }, bob, person('google|eve', 'Eve')];

async function site(count = 3) {
  const { monitor, routes, add, processAll, list } = await routesWith(database, { [willows]: count });
  await add(willows);
  await processAll();
  const houses = (await list()).map(({ houseId }) => houseId);
  const star = (user: typeof annHere, houseId = '') =>
    routes.setHouseFlags({ ...nothing, user, params: { houseId }, body: { starred: true } });
  await star(annHere, houses[0]);
  await star(bobHere, houses[1]);
  const share = (user: typeof annHere, email: string) => routes.shareStars({ ...nothing, user, body: { email } });
  const pageFor = (user: typeof annHere, from = {}) =>
    routes.listSortedHouses({ ...nothing, user, query: { order: '-updateTime', choice: 'shared', ...from } });
  const shownTo = async (user: typeof annHere) =>
    (await pageFor(user)).houses.map(({ houseId, starred }) => [houseId, starred]);
  const stop = (user: typeof annHere) => routes.stopSharingStars({ ...nothing, user });
  const state = (user: typeof annHere) => routes.getStarSharing({ ...nothing, user });
  return { monitor, routes, houses, star, share, pageFor, shownTo, stop, state };
}

describe('shared stars', () => {
  it('are seen when each of two people has named the other, and not before', async () => {
    const { houses, star, share, shownTo, state } = await site();
    expect(await state(annHere)).toEqual({ email: null, partner: null });
    expect(await share(annHere, 'Bob@Example.org')).toEqual({ email: 'bob@example.org', partner: null });
    expect([await shownTo(annHere), await shownTo(bobHere)]).toEqual([[], []]);
    expect(await state(bobHere)).toEqual({ email: null, partner: null });
    expect(await share(bobHere, 'ann@example.org')).toEqual({ email: 'ann@example.org', partner: 'Ann' });
    expect(await share(bobHere, 'ann@example.org')).toEqual({ email: 'ann@example.org', partner: 'Ann' });
    expect(await state(annHere)).toEqual({ email: 'bob@example.org', partner: 'Bob' });
    expect([await shownTo(annHere), await shownTo(bobHere)]).toEqual([[[houses[1], false]], [[houses[0], false]]]);
    // The row has the reader's own star.
    await star(annHere, houses[1]);
    expect(await shownTo(annHere)).toEqual([[houses[1], true]]);
  });

  it('are of two people only, and end for both at once', async () => {
    const { share, shownTo, stop, state } = await site();
    await share(annHere, bobHere.email);
    await share(bobHere, annHere.email);
    expect(await share(eve, annHere.email)).toEqual({ email: 'ann@example.org', partner: null });
    expect(await shownTo(eve)).toEqual([]);
    expect(await stop(annHere)).toEqual({ email: null, partner: null });
    expect([await shownTo(annHere), await shownTo(bobHere)]).toEqual([[], []]);
    expect(await state(bobHere)).toEqual({ email: 'ann@example.org', partner: null });
    expect(await share(annHere, eve.email)).toEqual({ email: 'eve@example.org', partner: 'Eve' });
  });

  it('are listed by pages, whatever becomes of the last house of a page', async () => {
    const { monitor, routes, share, pageFor } = await site(500);
    await share(annHere, bobHere.email);
    await share(bobHere, annHere.email);
    const most = Array.from({ length: 500 }, (_, index) => rowOf(willows, index + 1).houseId);
    await monitor.put({ pk: `READ#${bobHere.userId}`, sk: 'FLAGS', starred: new Set(most) });
    // The community is packed once it is quiet, which the first list reads.
    monitor.clock.ms += hourMs;
    await pageFor(annHere);
    database.takeCapacity();
    const first = await pageFor(annHere);
    const units = database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    expect(units).toBeLessThan(50);
    expect(first).toMatchObject({ houses: { length: 30 }, matches: 500, left: 470 });
    const seen: string[] = [];
    for (let page = first; page.houses.length > 0;) {
      const last = page.houses.at(-1);
      if (!last) break;
      seen.push(...page.houses.map(({ houseId }) => houseId));
      const hide = { params: { houseId: last.houseId }, body: { hidden: true } };
      if (seen.length === 30) await routes.setHouseFlags({ ...nothing, user: annHere, ...hide });
      page = await pageFor(annHere, { fromPlace: placeOf('-updateTime', last), fromHouseId: last.houseId });
    }
    expect(seen.toSorted()).toEqual(most.toSorted());
    expect(await pageFor(annHere)).toMatchObject({ matches: 499 });
  });

  it('need the address of another person', async () => {
    const { share } = await site();
    await expect(share(annHere, 'ann@EXAMPLE.org')).rejects.toMatchObject({ code: 'invalid' });
  });
});
