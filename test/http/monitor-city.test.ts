import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { countListed, loadListPages } from '../support/contract/hand-in.ts';
import { eventually } from '../support/eventually.ts';
import { apiCaller } from '../support/site/caller.ts';
import { ownerOf } from '../support/site/monitor.ts';
import { startSite, type Site } from '../support/site/site.ts';

const otherCity = '2299031500201';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe('a community of another city', () => {
  it('is added by a link to one of its houses, and read at its city', async () => {
    const call = apiCaller(site.origin, await site.signIn('Ann'));
    const owner = ownerOf(site, call);
    const { origins } = z.object({ origins: z.array(z.string()) }).parse(await site.control('/listing'));
    const [, origin = ''] = origins;
    const [page] = await loadListPages(origin, otherCity, 1);
    const houseId = /\/ershoufang\/(\d+)\.html/.exec(page?.html ?? '')?.[1] ?? '';
    const input = { params: { houseId }, query: { origin } };
    await call('PUT /api/ljmonitor/house/{houseId}/community', input);
    const lookup = await eventually(async () => {
      const { state, resblockId } = await call('GET /api/ljmonitor/house/{houseId}/community', input);
      return state !== 'waiting' && { state, resblockId };
    });
    expect(lookup).toEqual({ state: 'found', resblockId: otherCity });
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: otherCity }, query: { origin } });
    await owner.refresh();
    expect(await call('GET /api/ljmonitor/resblock', {})).toMatchObject([
      {
        name: '灯塔公馆',
        state: 'OK',
        houseCount: await countListed(origin, otherCity),
        url: `${origin}/xiaoqu/${otherCity}/`,
      },
    ]);
    expect((await owner.everyHouse()).every(({ url }) => url.startsWith(origin))).toBe(true);
  });
});
