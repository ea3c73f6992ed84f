import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { handInSoldPage, loadSoldPage } from '../../support/contract/hand-in.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { ownerOf } from '../../support/site/monitor.ts';
import { startSite, type Site } from '../../support/site/site.ts';

const community = '1199027300103';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe('the sold houses of a community', () => {
  it('are those of the pages that a person hands in, whatever is handed in twice', async () => {
    const cookie = await site.signIn('Ann');
    const call = apiCaller(site.origin, cookie);
    const { origins } = z.object({ origins: z.array(z.string()) }).parse(await site.control('/listing'));
    const [origin = ''] = origins;
    const page = await loadSoldPage(origin, community);
    expect(await handInSoldPage(site.origin, cookie, page)).toMatchObject({
      outcome: 'refused',
      reason: 'This community is not tracked. Add it first.',
    });
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: community } });
    await ownerOf(site, call).refresh();
    const sold = { query: { resblockId: community } };
    expect(await call('GET /api/ljmonitor/sold', sold)).toEqual({ url: page.url, sales: [], readings: [] });
    const first = { outcome: 'sold', page: 1, pages: 2, sales: 30, isWhole: false };
    for (let times = 1; times <= 3; times++)
      expect(await handInSoldPage(site.origin, cookie, page)).toMatchObject(first);
    const second = await handInSoldPage(site.origin, cookie, await loadSoldPage(origin, community, 2));
    expect(second).toMatchObject({ outcome: 'sold', page: 2, sales: 10, isWhole: true });
    const { sales, readings } = await call('GET /api/ljmonitor/sold', sold);
    expect(sales).toHaveLength(40);
    expect(readings).toMatchObject([{ backTo: null }]);
  });
});
