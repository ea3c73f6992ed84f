import { afterAll, describe, expect, it } from '@jest/globals';
import { queueDepths } from 'local/control/queues';
import { startCloud } from '../support/aws/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { apiCaller } from '../support/site/caller.ts';
import { startScriptedListingSite } from '../support/site/scripted-listing-site.ts';

const pages = 40;
const resblockId = '110000000001';
const listingSite = await startScriptedListingSite();
// A page has two houses.
listingSite.setPrices(resblockId, ...Array.from({ length: 2 * pages }, (_, index) => 300 + index));
const cloud = await startCloud({
  listingOrigin: listingSite.origin,
  listing: { paceMs: 0, minIntervalMs: 0, removalGapMs: 0, cookieParameter: null },
});
afterAll(async () => {
  await cloud.close();
  listingSite.close();
});

describe('a refresh of forty pages', () => {
  it('reads them all, although its worker sends to its own queue again and again', async () => {
    const call = apiCaller(cloud.origin, await cloud.signIn('Ann'));
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    const depths = queueDepths(cloud.app.cloud);
    const deadLetters = async () =>
      (await depths()).filter(({ isDeadLetters, waiting }) => isDeadLetters && waiting > 0);
    await call('POST /api/ljmonitor/batch/refreshAllHouse', {});
    // A chain that Lambda has ended lies among the dead letters.
    const status = await eventually(
      async () => {
        expect(await deadLetters()).toEqual([]);
        const { isRefreshing, ...rest } = await call('GET /api/ljmonitor/batch/refreshStatus', {});
        return !isRefreshing && rest;
      },
      120_000,
      100,
    );
    expect(status.lastRefreshSuccessAt).not.toBeNull();
    const steps = cloud
      .takeAwsCalls()
      .filter(({ by, operation }) => by.startsWith('LJMonitorRefresh') && operation === 'SendMessage');
    expect(steps.length).toBeGreaterThanOrEqual(pages - 1);
    expect(await call('GET /api/ljmonitor/resblock', {})).toMatchObject([{ state: 'OK', houseCount: 2 * pages }]);
  });
});
