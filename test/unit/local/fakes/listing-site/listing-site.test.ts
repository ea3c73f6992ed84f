import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { communities } from 'local/fakes/listing-site/city/communities';
import { parseHousePage } from 'lambdas/ljmonitor/listing-site/lianjia/house-page';
import { cities } from 'local/fakes/listing-site/city/cities';
import { firstListings } from 'local/fakes/listing-site/city/listing';
import { startListingSite } from 'local/fakes/listing-site/listing-site';

const dataDir = mkdtempSync(path.join(tmpdir(), 'listing-'));
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const founded = Date.UTC(2025, 10, 20);
const minute = 60_000;

async function site(startMs = founded) {
  let now = startMs;
  const started = await startListingSite({ dataDir, clock: { now: () => now }, slowAnswerMs: 80 });
  open.push(started);
  const get = (uri: string) => getAlone(started.origin + uri);
  return {
    site: started,
    get,
    wait: (ms: number) => void (now += ms),
    /** Reads the houses of a community on all pages, as `id price title`, and what the pages declare. */
    read: async (id: string) => {
      const first = await (await get(`/ershoufang/c${id}/`)).text();
      const pages = [first];
      const total = Number(/"totalPage":(\d+)/.exec(first)?.[1]);
      for (let page = 2; page <= total; page++) pages.push(await (await get(`/ershoufang/pg${page}c${id}/`)).text());
      return {
        declared: Number(/class="total fl">共找到<span> (\d+) </.exec(first)?.[1]),
        rows: pages.flatMap((page) => ownRows(page, id)),
      };
    },
  };
}

/** Reads an address on a connection of its own: after a restart of the site a shared one would be broken. */
async function getAlone(url: string, cookie = '') {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: false, headers: { cookie } }, resolve).on('error', reject).end();
  });
  const { statusCode: status = 0, headers } = incoming;
  return new Response(await text(incoming), {
    status,
    headers: { location: headers.location ?? '', cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' },
  });
}

/** Returns the rows of the first list that name this community. */
const ownRows = (page: string, id: string) =>
  (/<ul class="sellListContent" log-mod="list">(.*?)<\/ul>/s.exec(page)?.[1] ?? '')
    .split('<li ')
    .filter((row) => row.includes(`/xiaoqu/${id}/`))
    .map((row) => {
      const [, houseId, title] = /data-housecode="(\d+)"[^>]*data-sl="">([^<]+)</.exec(row) ?? [];
      return `${houseId} ${/<span class="">(\d*)<\/span>/.exec(row)?.[1]} ${title}`;
    });

const still = '1199027300103';
const lively = '1199027300102';
const repeating = '1199027300106';

describe('the demo city', () => {
  it('lists as many houses as each community declares', async () => {
    const { read } = await site();
    for (const { id, size, repeatsRows } of communities) {
      const { declared, rows } = await read(id);
      expect([id, declared, rows.length]).toEqual([id, size, size]);
      expect([id, new Set(rows).size === size]).toEqual([id, repeatsRows !== true]);
    }
  });

  it('repeats rows across pages as the real site was seen to do: 255 rows, 251 houses', async () => {
    const { read } = await site();
    const { declared, rows } = await read(repeating);
    expect([declared, rows.length, new Set(rows).size]).toEqual([255, 255, 251]);
  });

  it('changes within minutes, except in communities that never change', async () => {
    const { read, wait } = await site();
    const [stillBefore, livelyBefore] = [await read(still), await read(lively)];
    wait(5 * minute);
    expect(await read(still)).toEqual(stillBefore);
    expect(await read(lively)).not.toEqual(livelyBefore);
  });

  it('keeps most houses over a day', async () => {
    const { read, wait } = await site();
    const before = (await read(lively)).rows.map((row) => row.split(' ')[0]);
    wait(24 * 60 * minute);
    const { declared, rows } = await read(lively);
    const known = rows.filter((row) => before.includes(row.split(' ')[0]));
    expect(Math.abs(declared - before.length)).toBeLessThan(10);
    expect(known.length).toBeGreaterThan(before.length / 2);
  });

  it('continues after a restart under the same address', async () => {
    const before = await site();
    before.wait(60 * minute);
    before.site.setMode('change');
    before.wait(minute);
    const seen = await before.read(lively);
    await open.pop()?.close();
    const after = await site(founded + 61 * minute);
    expect(after.site.origin).toBe(before.site.origin);
    expect(await after.read(lively)).toEqual(seen);
  });

  it('sorts the newest houses first on request', async () => {
    const { get, wait, read } = await site();
    const old = (await read(lively)).rows.map((row) => row.split(' ')[0]);
    wait(60 * minute);
    const [first = ''] = ownRows(await (await get(`/ershoufang/co32c${lively}/`)).text(), lively);
    expect(old).not.toContain(first.split(' ')[0]);
  });

  it('puts advertisements between the rows, and other communities under the short lists', async () => {
    const { get } = await site();
    expect(await (await get(`/ershoufang/c${still}/`)).text()).toContain('<li class="list_app_daoliu"');
    const short = await (await get('/ershoufang/c1199027300105/')).text();
    expect(short).toContain('猜你喜欢');
    expect(short.split('id="lessResultWrap"')[1]).toMatch(/\/xiaoqu\/\d+\//);
  });

  it('shows an empty community', async () => {
    const { get } = await site();
    const page = await (await get('/ershoufang/c1199027300108/')).text();
    expect(page).toContain('m-noresult');
    expect(page).toContain('白石滩一号二手房出售</a></h1>');
  });

  it('has a page behind every link and 404 for other paths', async () => {
    const { get } = await site();
    const list = await (await get(`/ershoufang/c${still}/`)).text();
    const [house = ''] = /\/ershoufang\/\d+\.html/.exec(list) ?? [];
    for (const uri of ['/', house, `/xiaoqu/${still}/`]) expect([uri, (await get(uri)).status]).toEqual([uri, 200]);
    for (const uri of ['/ershoufang/c123456/', '/ershoufang/1.html', '/xiaoqu/1/', '/x', '/%zz'])
      expect([uri, (await get(uri)).status]).toEqual([uri, 404]);
  });
});

describe('the other demo city', () => {
  const harbor = '2299031500201';

  it('has an address and communities of its own', async () => {
    const { site: first, get } = await site();
    const [, origin = ''] = first.origins;
    const list = await (await getAlone(`${origin}/ershoufang/c${harbor}/`)).text();
    expect(ownRows(list, harbor)).toHaveLength(9);
    expect(list).toContain('澜海二手房');
    expect((await get(`/ershoufang/c${harbor}/`)).status).toBe(404);
    expect((await getAlone(`${origin}/ershoufang/c${still}/`)).status).toBe(404);
    expect(await (await get('/')).text()).toContain(`<a href="${origin}/">澜海</a>`);
  });

  it('has no house of the first city, and keeps its address after a restart', async () => {
    const before = await site();
    const ids = [];
    for (const { communities: all } of cities) for (const each of all) ids.push(...firstListings(each, founded));
    expect(new Set(ids.map(({ houseId }) => houseId)).size).toBe(ids.length);
    await open.pop()?.close();
    expect((await site()).site.origins).toEqual(before.site.origins);
  });

  it('names the community of a house on its page, as the real site does', async () => {
    const { site: first } = await site();
    const [, origin = ''] = first.origins;
    const list = await (await getAlone(`${origin}/ershoufang/c${harbor}/`)).text();
    const [house = '', houseId] = /\/ershoufang\/(\d+)\.html/.exec(list) ?? [];
    const found = parseHousePage(await (await getAlone(origin + house)).text());
    expect(found).toEqual({ class: 'house', houseId, resblockId: harbor });
  });
});

describe('the demo city’s modes', () => {
  it('change: changes some houses everywhere, permanently', async () => {
    const { site: city, read, wait } = await site();
    const before = await read(still);
    wait(1);
    city.setMode('change');
    const changed = await read(still);
    expect(changed.rows.filter((row) => !before.rows.includes(row)).length).toBeGreaterThan(1);
    expect(changed.rows.length).toBe(changed.declared);
    city.setMode('normal');
    expect(await read(still)).toEqual(changed);
    city.setMode('change');
    expect(await read(still)).not.toEqual(changed);
  });

  it('remove: hides some houses until another mode is set', async () => {
    const { site: city, read } = await site();
    const before = await read(still);
    city.setMode('remove');
    const fewer = await read(still);
    expect(fewer.declared).toBe(fewer.rows.length);
    expect(fewer.declared).toBeLessThan(before.declared);
    expect(fewer.declared).toBeGreaterThan(before.declared / 2);
    expect((await read('1199027300105')).declared).toBe(1);
    city.setMode('normal');
    expect(await read(still)).toEqual(before);
  });

  it('relist: offers some houses under other ids, a little cheaper, until another mode is set', async () => {
    const { site: city, read } = await site();
    const before = await read(still);
    city.setMode('relist');
    const { declared, rows } = await read(still);
    expect(declared).toBe(before.declared);
    const again = rows.filter((row) => !before.rows.includes(row));
    expect(again.length).toBeGreaterThan(0);
    for (const row of again) {
      const old = before.rows.find((each) => each.slice(4, 12) === row.slice(4, 12)) ?? '';
      expect([row.startsWith('1099'), rows.includes(old)]).toEqual([true, false]);
      expect(Number(row.split(' ')[1])).toBeLessThanOrEqual(Number(old.split(' ')[1]));
    }
    city.setMode('normal');
    expect((await read(still)).rows).toEqual(before.rows);
  });

  it('slide: moves a house over the edge between two pages, so that it is never shown', async () => {
    const { site: city, read } = await site();
    const before = await read(still);
    city.setMode('slide');
    const slid = await read(still);
    expect(before.rows.length - slid.rows.length).toBe(1);
    expect(slid.rows).toEqual(before.rows.slice(0, 30));
  });

  it('faces: lists the first house on two pages with different tags', async () => {
    const { site: city, get, read } = await site();
    city.setMode('faces');
    const { declared, rows } = await read(still);
    expect([declared, rows.length, new Set(rows).size]).toEqual([31, 31, 30]);
    expect(await (await get(`/ershoufang/c${still}/`)).text()).toContain('业主自荐');
    expect(await (await get(`/ershoufang/pg2c${still}/`)).text()).not.toContain('业主自荐');
  });

  it('city: lists houses of other communities on a hundred pages', async () => {
    const { site: city, get, read } = await site();
    city.setMode('city');
    const page = await (await get(`/ershoufang/c${still}/`)).text();
    expect(page).toContain('"totalPage":100');
    expect(ownRows(page, still)).toEqual([]);
    expect((await read(still)).declared).toBe(137_844);
  });

  it('login: shows a list to a person who signs in there by one click', async () => {
    const { site: city, get } = await site();
    const uri = `/ershoufang/c${still}/`;
    city.setMode('login');
    const login = new URL((await get(uri)).headers.get('location') ?? '');
    const page = await (await get(login.pathname + login.search)).text();
    const link = /href="([^"]*sign-in[^"]*)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const signedIn = await getAlone(link);
    expect(signedIn.headers.get('location')).toBe(city.origin + uri);
    const list = await getAlone(city.origin + uri, signedIn.headers.get('cookie') ?? '');
    expect(ownRows(await list.text(), still)).not.toEqual([]);
    expect((await get(uri)).status).toBe(302);
    const elsewhere = await get('/sign-in?service=https://example.com/');
    expect(elsewhere.headers.get('location')).toBe(`${city.origin}/`);
  });

  it('captcha, login, forbidden, slow: as the real site blocks', async () => {
    const { site: city, get } = await site();
    const uri = `/ershoufang/c${still}/`;
    city.setMode('captcha');
    const captcha = await get(uri);
    expect([captcha.status, await captcha.text()]).toEqual([200, expect.stringContaining('<title>CAPTCHA</title>')]);
    city.setMode('login');
    const login = await get(uri);
    expect([login.status, login.headers.get('location')]).toEqual([302, expect.stringContaining('//clogin.')]);
    city.setMode('forbidden');
    expect((await get(uri)).status).toBe(403);
    city.setMode('busy');
    expect((await get(uri)).status).toBe(429);
    city.setMode('slow');
    const before = performance.now();
    expect((await get(uri)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(70);
  });

  it('garbled: cuts the page in a row and leaves prices out', async () => {
    const { site: city, get } = await site();
    city.setMode('garbled');
    const page = await (await get(`/ershoufang/c${still}/`)).text();
    expect(page).toContain('共找到<span> 31 </span>');
    expect(page).toContain('<span class=""></span><i>万</i>');
    expect(page).not.toContain('</html>');
  });

  it('survive a restart, and unknown ones are refused', async () => {
    const { site: city } = await site();
    city.setMode('captcha');
    expect(() => city.setMode('explode')).toThrow('explode');
    await open.pop()?.close();
    expect((await site()).site.mode).toBe('captcha');
  });
});
