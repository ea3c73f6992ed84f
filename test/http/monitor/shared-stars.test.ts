import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { startSite, type Site } from '../../support/site/site.ts';

/** A community of the demo city in which nothing happens by itself. */
const resblockId = '1199027300104';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

it('two people who name each other see the stars of both, until one of them stops', async () => {
  const [ann, bob] = [
    apiCaller(site.origin, await site.signIn('ann@example.org')),
    apiCaller(site.origin, await site.signIn('bob@example.org')),
  ];
  await ann('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
  const houseId = await eventually(async () => (await ann('GET /api/ljmonitor/house', {}))[0]?.houseId);
  await ann('PUT /api/ljmonitor/house/{houseId}/choice', { params: { houseId }, body: { starred: true } });
  const seenByBob = async () =>
    (await bob('GET /api/ljmonitor/house/chosen', { query: { choice: 'shared' } })).map((house) => house.houseId);

  await bob('PUT /api/ljmonitor/sharing', { body: { email: 'ann@example.org' } });
  expect(await seenByBob()).toEqual([]);
  await ann('PUT /api/ljmonitor/sharing', { body: { email: 'bob@example.org' } });
  expect(await bob('GET /api/ljmonitor/sharing', {})).toMatchObject({ email: 'ann@example.org' });
  expect(await seenByBob()).toEqual([houseId]);
  expect(await ann('DELETE /api/ljmonitor/sharing', {})).toEqual({ email: null, partner: null });
  expect(await seenByBob()).toEqual([]);
});
