import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiCaller } from '../support/site/caller.ts';
import { eventually } from '../support/eventually.ts';
import { type Site, startSite } from '../support/site/site.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'power-cut-'));
/** The listing site's cookie. No log may contain it. */
const env = { LISTING_COOKIE: 'lianjia_token=canary-of-the-owner' };
const ninePages = '1199027300106';
/** A step that died holds the slot of the site limiter for at most twenty seconds. Its message comes again at once. */
const patienceMs = 90_000;

let site: Site | undefined;
afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const eventuallyIs = (isSo: () => Promise<boolean>) => eventually(isSo, patienceMs, 100);

describe('a power cut in the middle of a refresh', () => {
  it('loses nothing that was acknowledged, and the refresh goes on by itself', async () => {
    site = await startSite({ dataDir, env });
    const cookie = await site.signIn('Ann');
    const before = apiCaller(site.origin, cookie);
    await before('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: ninePages } });
    await before('POST /api/ljmonitor/batch/refreshAllHouse', {});
    await eventuallyIs(async () => (await before('GET /api/ljmonitor/resblock', {})).some(({ name }) => name !== ''));
    await site.kill();

    site = await startSite({ dataDir, env });
    const after = apiCaller(site.origin, cookie);
    const [resblock] = await after('GET /api/ljmonitor/resblock', {});
    expect(resblock).toMatchObject({ resblockId: ninePages, name: '荷塘新村' });
    await eventuallyIs(async () => !(await after('GET /api/ljmonitor/batch/refreshStatus', {})).isRefreshing);
    const [read] = await after('GET /api/ljmonitor/resblock', {});
    expect(read?.state).toBe('OK');
    expect((await after('GET /api/ljmonitor/batch/refreshStatus', {})).lastRefreshSuccessAt).not.toBeNull();
  }, 240_000);
});
