import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import { ask, type Call, apiCaller } from '../support/site/caller.ts';
import { eventually } from '../support/eventually.ts';
import { ownerOf } from '../support/site/monitor.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { startSite, type Site } from '../support/site/site.ts';

jest.setTimeout(60_000);

/** Communities of the demo city in which nothing happens by itself, and one with 20-digit house ids. */
const onePage = '1199027300104';
const twoPages = '1199027300103';
const noHouses = '1199027300108';
const longIds = '99000000012345';

jest.setTimeout(60_000);

let site: Site;
let call: Call;
let owner: ReturnType<typeof ownerOf>;
let stranger: Call;

beforeAll(async () => {
  site = await startSite();
  call = apiCaller(site.origin, await site.signIn('Ann'));
  stranger = apiCaller(site.origin, '');
  owner = ownerOf(site, call);
}, 60_000);
afterAll(() => site.stop());

const everyHouse = () => owner.everyHouse();
const refresh = () => owner.refresh();
const houses = async (resblockId: string) => (await everyHouse()).filter((house) => house.resblockId === resblockId);

/** In a community in which nothing else happens. */
const removed = async () => (await houses(twoPages)).filter((house) => house.removed);

describe('the listing monitor', () => {
  it('answers signed-in users only', async () => {
    const { data } = await call('GET /api/auth/session', {});
    expect(data.userContext).toMatchObject({ name: 'Ann', avatarUrl: null });
    await expect(stranger('GET /api/ljmonitor/resblock', {})).rejects.toMatchObject({ status: 401 });
  });

  it('succeeds at once with a refresh when no community is tracked', async () => {
    const { status } = await refresh();
    expect(status.isRefreshing).toBe(false);
    expect(status.lastRefreshSuccessAt).not.toBeNull();
  });

  it('adds a community by its id, with its names and its own houses', async () => {
    const added = await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: onePage } });
    expect(added).toMatchObject({
      resblockId: onePage,
      name: '石门里三号院',
      districtName: '临江',
      bizcircleName: '石门里',
    });
    expect(added.url).toMatch(new RegExp(`/${onePage}/$`));
    await refresh();
    const found = await houses(onePage);
    expect(found).toHaveLength(29);
    for (const house of found) expect(house).toMatchObject({ removed: false, readTime: null });
  });

  it('adds a community once when it is added twice', async () => {
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: onePage } });
    const tracked = await call('GET /api/ljmonitor/resblock', {});
    expect(tracked.map(({ resblockId }) => resblockId)).toEqual([onePage]);
  });

  it('refuses a community that the listing site does not have, and stores nothing', async () => {
    const unknown = call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: '1234567890' } });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
    expect(await call('GET /api/ljmonitor/resblock', {})).toHaveLength(1);
  });

  it('refreshes several communities, page by page, with progress that only grows', async () => {
    for (const resblockId of [twoPages, noHouses, longIds]) {
      await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    }
    const { seen, status } = await refresh();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(status).toMatchObject({ isRefreshing: false });
    const tracked = await call('GET /api/ljmonitor/resblock', {});
    expect(tracked.map(({ state, houseCount }) => [state, houseCount])).toEqual([
      ['OK', 29],
      ['OK', 31],
      ['OK', 0],
      ['OK', expect.any(Number)],
    ]);
    expect(await houses(twoPages)).toHaveLength(31);
  });

  it('lists each house once, newest update first, and ends with an empty page', async () => {
    const all = await everyHouse();
    expect(new Set(all.map(({ houseId }) => houseId)).size).toBe(all.length);
    const times = all.map(({ updateTime }) => updateTime);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('marks a house read for one user only, and unread again', async () => {
    const [house] = await houses(onePage);
    if (!house) throw new Error('no house');
    const params = { houseId: house.houseId };
    const read = await call('PUT /api/ljmonitor/house/{houseId}/read', { params });
    expect(isUnread(read)).toBe(false);
    const bo = apiCaller(site.origin, await site.signIn('Bo'));
    const theirs = (await bo('GET /api/ljmonitor/house', {})).find(({ houseId }) => houseId === house.houseId);
    expect(theirs?.readTime ?? null).toBeNull();
    expect(isUnread(await call('DELETE /api/ljmonitor/house/{houseId}/read', { params }))).toBe(true);
  });

  it('marks all houses read, and restores the marks before', async () => {
    const all = await everyHouse();
    const houseIdList = all.map(({ houseId }) => houseId);
    const asOf = Math.max(...all.map(({ updateTime }) => updateTime));
    await call('POST /api/ljmonitor/batch/readAllHouse', { body: { houseIdList, asOf } });
    expect((await everyHouse()).filter(isUnread)).toEqual([]);
    expect(await call('GET /api/ljmonitor/summary', {})).toMatchObject({ unread: 0, communities: 4 });
    await call('POST /api/ljmonitor/batch/unreadHouse', {
      body: { houses: all.map(({ houseId, readTime }) => ({ houseId, readTime })) },
    });
    expect((await everyHouse()).every(isUnread)).toBe(true);
  });

  it('shows a changed house as unread, with its earlier version', async () => {
    const before = await everyHouse();
    await call('POST /api/ljmonitor/batch/readAllHouse', {
      body: { houseIdList: before.map(({ houseId }) => houseId) },
    });
    await site.control('/clock', { advanceMs: 60_000 });
    await site.control('/listing', { mode: 'change' });
    await refresh();
    const changed = (await everyHouse()).filter(({ createTime, updateTime }) => createTime !== updateTime);
    expect(changed.length).toBeGreaterThan(0);
    for (const house of changed) {
      expect(isUnread(house)).toBe(true);
      const history = await call('GET /api/ljmonitor/house/{houseId}/history', { params: { houseId: house.houseId } });
      expect(history.length).toBeGreaterThan(0);
      expect(history[0]).toMatchObject({ houseId: house.houseId });
      expect(history[0]?.updateTime).toBeLessThan(house.updateTime);
    }
    await owner.isMailed(/^LJMonitor: \d+ new, \d+ cheaper$/);
  });

  it('sorts all houses by price, and stores the daily statistics of each community', async () => {
    const prices = (await everyHouse()).map(({ price }) => price);
    const cheapest = await call('GET /api/ljmonitor/house/sorted', { query: { order: 'price', onOffer: 'true' } });
    expect(cheapest.map(({ price }) => price)).toEqual(prices.toSorted((one, other) => one - other).slice(0, 30));
    const query = { order: 'price' as const, resblockIds: [onePage, longIds] };
    const few = await call('GET /api/ljmonitor/house/sorted', { query });
    expect(new Set(few.map(({ resblockId }) => resblockId))).toEqual(new Set([onePage, longIds]));
    const stats = await call('GET /api/ljmonitor/resblock/{resblockId}/stats', { params: { resblockId: onePage } });
    expect(stats).toMatchObject([{ medianUnitPrice: expect.any(Number) }]);
  });

  it('removes a house that two readings miss, mails the removal, and restores a house that is listed again', async () => {
    await site.control('/listing', { mode: 'remove' });
    await refresh();
    expect(await removed()).toEqual([]);
    await refresh();
    expect(await removed()).not.toEqual([]);
    await owner.isMailed(/ \d+ removed$/);
    await site.control('/listing', { mode: 'normal' });
    await refresh();
    expect(await removed()).toEqual([]);
  });

  it('reports that the listing site blocks it, and keeps every house', async () => {
    const before = await everyHouse();
    await site.control('/listing', { mode: 'captcha' });
    const { status } = await refresh();
    await site.control('/listing', { mode: 'normal' });
    expect(status.lastRefreshFailureAt).not.toBeNull();
    const tracked = await call('GET /api/ljmonitor/resblock', {});
    expect(tracked.some(({ state }) => state === 'BLOCKED')).toBe(true);
    const flags = (all: typeof before) => all.map((house) => house.removed);
    expect(flags(await everyHouse())).toEqual(flags(before));
    await owner.isMailed(/^LJMonitor: blocked by the listing site$/);
  });

  it('hides the houses of a removed community, and shows all of them when it is added again', async () => {
    const before = await houses(twoPages);
    const params = { resblockId: twoPages };
    await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params });
    await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params });
    expect(await houses(twoPages)).toEqual([]);
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params });
    await eventually(async () => (await houses(twoPages)).length === before.length);
  });
});

describe('the schedule of refreshes', () => {
  it('starts the same refresh as the button', async () => {
    const before = await call('GET /api/ljmonitor/batch/refreshStatus', {});
    expect(before.nextRefreshAt).toBeGreaterThan(Date.now());
    await site.control('/schedule/refresh', {});
    await eventually(async () => {
      const { lastRefreshSuccessAt, lastRefreshFailureAt, isRefreshing } = await call(
        'GET /api/ljmonitor/batch/refreshStatus',
        {},
      );
      const ended = Math.max(lastRefreshSuccessAt ?? 0, lastRefreshFailureAt ?? 0);
      return !isRefreshing && ended > Math.max(before.lastRefreshSuccessAt ?? 0, before.lastRefreshFailureAt ?? 0);
    });
  });
});

describe('the listing monitor’s API', () => {
  it.each([
    ['PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: 'abc' } }],
    ['GET /api/ljmonitor/house', { query: { fromUpdateTime: 1 } }],
    ['GET /api/ljmonitor/house', { query: { fromUpdateTime: 'x', fromHouseId: '123456' } }],
    ['GET /api/ljmonitor/house', { query: { page: 2 } }],
    ['POST /api/ljmonitor/batch/readAllHouse', { body: {} }],
    ['POST /api/ljmonitor/batch/readAllHouse', { body: { houseIdList: ['x'] } }],
    ['POST /api/ljmonitor/batch/readAllHouse', { body: { houseIdList: [], all: true } }],
    ['POST /api/ljmonitor/batch/readAllHouse', { body: { houseIdList: Array.from({ length: 501 }, () => '123456') } }],
  ])('refuses %s %j with the reasons', async (key, input) => {
    const { status, body } = await ask(site.origin, key, { ...input, cookie: await site.signIn('Ann') });
    expect({ status, body }).toMatchObject({ status: 400, body: { errorCode: 'invalid', issues: expect.any(Array) } });
  });

  it('refuses an invalid address like any other input', async () => {
    const answer = await sendRaw(site.origin, { method: 'GET', path: '/api/ljmonitor/house/%zz/read' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      errorCode: 'invalid',
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
      issues: [{ path: 'path', message: 'is not well-formed' }],
    });
  });

  it('answers 404 at an unknown address', async () => {
    const { status, body } = await ask(site.origin, 'GET /api/nothing/here', {});
    expect({ status, body }).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
  });
});
