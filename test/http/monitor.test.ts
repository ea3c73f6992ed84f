import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import type { NewsKind } from 'shared-types/rules/house-news';
import { minuteMs } from 'shared-types/rules/time';
import * as z from 'zod';
import { ask, type Call, apiCaller } from '../support/site/caller.ts';
import { ownerOf } from '../support/site/monitor.ts';
import { countListed, handInPage, loadListPages } from '../support/contract/hand-in.ts';
import { startSite, type Site } from '../support/site/site.ts';

/** Communities of the demo city in which nothing happens by itself, and one with 20-digit house ids. */
const onePage = '1199027300104';
const twoPages = '1199027300103';
const noHouses = '1199027300108';
const longIds = '99000000012345';
const sharedCommunities = [onePage, twoPages, noHouses, longIds];
/** Its removed houses stay, so the tests that count houses are not about it. */
const relisted = '1199027300111';

let site: Site;
let call: Call;
let name: string;
let users = 0;
let owner: ReturnType<typeof ownerOf>;
let stranger: Call;

beforeAll(async () => {
  site = await startSite();
  stranger = apiCaller(site.origin, '');
  await signIn().then(() => owner.addEmail());
});
afterAll(() => site.stop());
// Each test has a user of its own, without marks. The communities belong to all users, so a test says which it needs.
beforeEach(async () => {
  await setListing('normal');
  await signIn();
  await passBlock();
});

const setListing = (mode: string) => site.control('/listing', { mode });

async function signIn() {
  name = `Ann ${(users += 1)}`;
  call = apiCaller(site.origin, await site.signIn(name), { asksAgain: true });
  owner = ownerOf(site, call);
}

/** Lets the pause after a refusal end. */
async function passBlock() {
  const { blockedUntil } = await call('GET /api/ljmonitor/batch/refreshStatus', {});
  if (blockedUntil !== null) await passUntil(() => blockedUntil);
}

/** Lets time pass, and a scheduled refresh end that is due in it. The user is another one then. */
async function passUntil(endOf: (now: number) => number) {
  const before = await call('GET /api/ljmonitor/batch/refreshStatus', {});
  const { nextRefreshAt } = before;
  const { now } = z.object({ now: z.number() }).parse(await site.control('/state'));
  const end = endOf(now);
  await site.control('/clock', { advanceMs: Math.ceil(end - now) });
  await signIn();
  if (nextRefreshAt !== null && nextRefreshAt <= end) await owner.refreshedSince(before);
}

const everyHouse = () => owner.everyHouse();
const refresh = () => owner.refresh();
const houses = async (resblockId: string) => (await everyHouse()).filter((house) => house.resblockId === resblockId);

/** Returns the removed houses of a community in which nothing else happens. */
const removed = async () => (await houses(twoPages)).filter((house) => house.removed);

const listingOrigin = async () => z.object({ origin: z.string() }).parse(await site.control('/listing')).origin;
const offered = async (resblockId: string) => countListed(await listingOrigin(), resblockId);

describe('the listing monitor', () => {
  it('answers signed-in users only', async () => {
    const { data } = await call('GET /api/auth/session', {});
    expect(data.userContext).toMatchObject({ name, avatarUrl: null });
    await expect(stranger('GET /api/ljmonitor/resblock', {})).rejects.toMatchObject({ status: 401 });
  });

  it('adds a community by its id, with its names and its own houses', async () => {
    await owner.track();
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
    expect(found).toHaveLength(await offered(onePage));
    expect(found.length).toBeGreaterThanOrEqual(29);
    for (const house of found) expect(house).toMatchObject({ removed: false, readTime: null });
  });

  it('adds a community once when it is added twice', async () => {
    await owner.track();
    for (let times = 0; times < 2; times++)
      await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: onePage } });
    const tracked = await call('GET /api/ljmonitor/resblock', {});
    expect(tracked.map(({ resblockId }) => resblockId)).toEqual([onePage]);
  });

  it('refuses a community that the listing site does not have, and stores nothing', async () => {
    await owner.track(onePage);
    const unknown = call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: '1234567890' } });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
    expect(await call('GET /api/ljmonitor/resblock', {})).toHaveLength(1);
  });

  it('refreshes several communities, page by page, with progress that only grows', async () => {
    await owner.track(...sharedCommunities);
    const { seen, status } = await refresh();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(status).toMatchObject({ isRefreshing: false });
    const tracked = await call('GET /api/ljmonitor/resblock', {});
    expect(tracked).toHaveLength(sharedCommunities.length);
    expect(
      Object.fromEntries(tracked.map(({ resblockId, state, houseCount }) => [resblockId, [state, houseCount]])),
    ).toEqual({
      [onePage]: ['OK', await offered(onePage)],
      [twoPages]: ['OK', await offered(twoPages)],
      [noHouses]: ['OK', 0],
      [longIds]: ['OK', expect.any(Number)],
    });
    expect((await houses(twoPages)).length).toBeGreaterThanOrEqual(31);
    expect(await houses(twoPages)).toHaveLength(await offered(twoPages));
  });

  it('marks all houses read, and restores the marks before', async () => {
    await owner.track(...sharedCommunities);
    const all = await everyHouse();
    const houseIdList = all.map(({ houseId }) => houseId);
    expect(await call('POST /api/ljmonitor/batch/findHouse', { body: { houseIdList } })).toHaveLength(all.length);
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
    await owner.track(onePage, twoPages);
    const mails = await owner.countMails();
    const before = await everyHouse();
    const timesBefore = new Map(before.map(({ houseId, updateTime }) => [houseId, updateTime]));
    await call('POST /api/ljmonitor/batch/readAllHouse', {
      body: { houseIdList: before.map(({ houseId }) => houseId) },
    });
    await site.control('/clock', { advanceMs: 60_000 });
    await setListing('change');
    await refresh();
    const changed = (await everyHouse()).filter(
      ({ houseId, createTime, updateTime }) => createTime !== updateTime && timesBefore.get(houseId) !== updateTime,
    );
    expect(changed.length).toBeGreaterThan(0);
    for (const house of changed) {
      expect(isUnread(house)).toBe(true);
      const history = await call('GET /api/ljmonitor/house/{houseId}/history', { params: { houseId: house.houseId } });
      expect(history.length).toBeGreaterThan(0);
      expect(history[0]).toMatchObject({ houseId: house.houseId });
      expect(history[0]?.updateTime).toBeLessThan(house.updateTime);
    }
    await owner.isMailed(/^\d+ new, \d+ cheaper$/, mails);
  });

  it('lists the houses that have changed so in a time, whether they are read or not', async () => {
    await owner.track(onePage, twoPages);
    await passUntil((now) => now + 10 * minuteMs);
    const prices = new Map((await everyHouse()).map(({ houseId, price }) => [houseId, price]));
    await setListing('change');
    await refresh();
    const all = await everyHouse();
    await call('POST /api/ljmonitor/batch/readAllHouse', {
      body: { houseIdList: all.map(({ houseId }) => houseId) },
    });
    const found = async (query: { change?: NewsKind; news?: NewsKind }) => {
      const changedWithinDays = 0.005;
      const { houses: listed, matches } = await call('GET /api/ljmonitor/house/sorted', {
        query: { order: '-updateTime', changedWithinDays, ...query },
      });
      expect(listed).toHaveLength(matches);
      return listed.map(({ houseId }) => houseId).toSorted();
    };
    const idsOf = (some: typeof all) => some.map(({ houseId }) => houseId).toSorted();
    const [cheaper, fresh] = await Promise.all([found({ change: 'cheaper' }), found({ change: 'new' })]);
    expect(cheaper).not.toEqual([]);
    expect(cheaper).toEqual(idsOf(all.filter(({ houseId, price }) => (price ?? 0) < (prices.get(houseId) ?? 0))));
    expect(fresh).not.toEqual([]);
    expect(fresh).toEqual(idsOf(all.filter(({ houseId }) => !prices.has(houseId))));
    expect(await found({})).toEqual(expect.arrayContaining([...cheaper, ...fresh]));
    expect(await found({ news: 'cheaper' })).toEqual([]);
  });

  it('removes a house that two readings miss, mails the removal, and restores a house that is listed again', async () => {
    await owner.track(...sharedCommunities);
    const mails = await owner.countMails();
    await setListing('remove');
    await refresh();
    expect(await removed()).toEqual([]);
    await refresh();
    expect(await removed()).not.toEqual([]);
    await owner.isMailed(/\d+ removed$/, mails);
    await setListing('normal');
    await refresh();
    expect(await removed()).toEqual([]);
  });
});

const links = (query = {}) => call('GET /api/ljmonitor/relistings', { query });

describe('a house that is offered again under another id', () => {
  it('is linked with the removed one, until a person separates the two, and again when that is taken back', async () => {
    await owner.track(relisted);
    await refresh();
    expect(await links()).toEqual([]);
    await setListing('relist');
    for (let times = 0; times < 2; times++) await refresh();
    const all = await everyHouse();
    const found = await links({ resblockIds: [relisted] });
    expect(found.length).toBeGreaterThan(0);
    for (const { earlier, later } of found) {
      const [old, now] = [earlier, later].map(({ houseId }) => all.find((house) => house.houseId === houseId));
      expect([old?.removed, now?.removed, now?.description]).toEqual([true, false, old?.description]);
      expect(earlier).toMatchObject({ price: old?.price, removedAt: old?.updateTime });
    }
    const [{ earlier, later } = { earlier: { houseId: '' }, later: { houseId: '' } }] = found;
    const separate = (body: { separated: boolean; asOf?: number }) =>
      call('PUT /api/ljmonitor/house/{houseId}/separation', {
        params: { houseId: later.houseId },
        body: { otherHouseId: earlier.houseId, ...body },
      });
    const { separatedAt } = await separate({ separated: true });
    expect(await links({ resblockIds: [relisted] })).toEqual(found.slice(1));
    await separate({ separated: false, asOf: separatedAt ?? 0 });
    expect(await links({ resblockIds: [relisted] })).toEqual(found);
  });
});

describe('a page that a user hands in', () => {
  it('is read while the site asks the monitor to sign in', async () => {
    await owner.track();
    const [expected, pages] = [await offered(twoPages), await loadListPages(await listingOrigin(), twoPages, 2)];
    await setListing('login');
    await owner.track(twoPages);
    const { communities } = await call('GET /api/ljmonitor/page', {});
    expect(communities[0]?.pages[0]?.url).toBe(pages[0]?.url);
    const cookie = await site.signIn(name);
    const outcomes = [];
    for (const page of pages.toReversed()) outcomes.push((await handInPage(site.origin, cookie, page)).outcome);
    expect(outcomes).toEqual(['saved', 'complete']);
    expect(await call('GET /api/ljmonitor/resblock', {})).toMatchObject([
      { state: 'OK', houseCount: expected, lastCompleteBy: 'you' },
    ]);
  });
});

describe('the schedule of refreshes', () => {
  it('starts the same refresh as the button', async () => {
    const before = await call('GET /api/ljmonitor/batch/refreshStatus', {});
    expect(before.nextRefreshAt).toBeGreaterThan(Date.now());
    await site.control('/schedule/refresh', {});
    await owner.refreshedSince(before);
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
});
