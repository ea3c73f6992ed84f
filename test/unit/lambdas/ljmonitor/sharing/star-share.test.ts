import { describe, expect, it } from '@jest/globals';
import { person } from '../../../../support/person.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { ann, bob, nothing, routesWith, willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();
const [annHere, bobHere, eve] = [{ ...ann, email: 'Ann@example.org' }, bob, person('google|eve', 'Eve')];

async function site() {
  const { routes, add, processAll, list } = await routesWith(database, { [willows]: 3 });
  await add(willows);
  await processAll();
  const houses = (await list()).map(({ houseId }) => houseId);
  const star = (user: typeof annHere, houseId = '') =>
    routes.setHouseFlags({ ...nothing, user, params: { houseId }, body: { starred: true } });
  await star(annHere, houses[0]);
  await star(bobHere, houses[1]);
  const share = (user: typeof annHere, email: string) => routes.shareStars({ ...nothing, user, body: { email } });
  const shownTo = async (user: typeof annHere) =>
    (await routes.listSharedStars({ ...nothing, user })).map(({ houseId, starred }) => [houseId, starred]);
  const stop = (user: typeof annHere) => routes.stopSharingStars({ ...nothing, user });
  const state = (user: typeof annHere) => routes.getStarSharing({ ...nothing, user });
  return { houses, star, share, shownTo, stop, state };
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

  it('need the address of another person', async () => {
    const { share } = await site();
    await expect(share(annHere, 'ann@EXAMPLE.org')).rejects.toMatchObject({ code: 'invalid' });
  });
});
