import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { House as StoredHouse } from 'lambdas/ljmonitor/houses/house';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { House } from 'shared-types/contract/ljmonitor';
import {
  type Answer,
  type FaultySite,
  goodPages,
  page,
  withChangedText,
  startFaultySite,
  status,
} from './faulty-site.ts';
import { row as goodRow } from '../../unit/lambdas/ljmonitor/support/markup.ts';
import { nothing } from '../../unit/lambdas/ljmonitor/support/test-routes.ts';
import { type Database, startMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';

let database: Database;
let site: FaultySite;
beforeAll(async () => {
  database = await startMonitorDatabase();
  site = await startFaultySite(database);
});
afterAll(async () => {
  site.stop();
  await database.stop();
});

type Spoil = (text: Buffer, random: number) => Answer;

/** Ways to damage a page, at a random position from 0 to 1. */
const spoils: Record<string, Spoil> = {
  dropped: () => status(502),
  cut: (text, random) => page(text.subarray(0, Math.floor(text.length * random))),
  brokenOff: (text, random) => (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': text.length });
    response.write(text.subarray(0, Math.floor(text.length * random)), () => response.destroy());
  },
  holed: (text, random) => {
    const at = Math.floor(text.length * random);
    return page(Buffer.concat([text.subarray(0, at), text.subarray(at + 400)]));
  },
  garbled: (text, random) => {
    const at = Math.floor(text.length * random);
    return page(Buffer.concat([text.subarray(0, at), Buffer.alloc(400, 0xff), text.subarray(at + 400)]));
  },
  anotherPage: (_, random) => page(goodPages[Math.floor(random * goodPages.length)] ?? Buffer.alloc(0)),
  empty: () => page(Buffer.alloc(0)),
  reversed: (text) => page(Buffer.from(text.toReversed())),
};

const textsOf = (all: StoredHouse[]) =>
  all.map(({ houseId, price, title }) => [houseId, price, title].join(' ')).toSorted();

describe('pages that are dropped, cut or garbled', () => {
  it('never remove a house, in any combination', async () => {
    const before = textsOf(await site.houses());
    const spoil = fc.record({
      kind: fc.constantFrom(...Object.keys(spoils)),
      // Most numbers of fc.double are close to 0.
      random: fc.nat(9999).map((tenThousandths) => tenThousandths / 10_000),
    });
    const mixture = fc.array(fc.option(spoil), { minLength: 3, maxLength: 3 }).filter((all) => all.some(Boolean));
    await fc.assert(
      fc.asyncProperty(mixture, async (all) => {
        const strange = Object.fromEntries(
          all.flatMap((each, index) => {
            const answer = each && spoils[each.kind]?.(goodPages[index] ?? Buffer.alloc(0), each.random);
            return answer ? [[index + 1, answer]] : [];
          }),
        );
        // Three such readings would remove a house if they counted as complete.
        for (let reading = 0; reading < 3; reading++) await site.refreshWith(strange);
        expect((await site.houses()).filter(({ removed }) => removed)).toEqual([]);
      }),
      { numRuns: 8 },
    );
    expect((await site.refreshWith({})).resblock).toMatchObject({ state: 'OK', houseCount: 9 });
    expect(textsOf(await site.houses())).toEqual(before);
  });
});

describe('titles of all kinds', () => {
  const long = '两居'.repeat(5000);
  const titles = [
    ['&lt;script&gt;alert(1)&lt;/script&gt;<script>alert(2)</script>', '<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)><b>南北</b>&amp;amp; "通透"', '南北&amp; "通透"'],
    ['\u202e透通北南\u2066 \u200f满五', '透通北南 满五'],
    [long, long.slice(0, 500)],
    ['__proto__', '__proto__'],
    ['{{constructor}} ${process.env}', '{{constructor}} ${process.env}'],
  ] as const;

  it('are stored as the text that a browser would show', async () => {
    for (const [markup, text] of titles) {
      // The page's first title is replaced.
      const first = withChangedText((all) =>
        all.replace(/(<div class="title"><a [^>]*>)[^<]*/, (_, tag) => `${tag}${markup}`),
      );
      const { resblock } = await site.refreshWith({ 1: first });
      expect(resblock).toMatchObject({ state: 'OK', houseCount: 9 });
      const [house] = await ljmonitorRoutes(site.monitor.ports).listHouses(nothing);
      expect(House.parse(house).title).toBe(text);
    }
    await site.refreshWith({});
  });
});

/** Each of these took a worker minutes, or its stack, before pages had bounds. */
const hostilePages: [string, string][] = [
  ['5,000 elements inside each other', '<div>'.repeat(5000)],
  ['300,000 elements inside each other', '<div>'.repeat(300_000)],
  ['900,000 elements inside each other', '<div>'.repeat(900_000)],
  ['300,000 attributes', `<b ${Array.from({ length: 300_000 }, (_, index) => `a${index}`).join(' ')}></b>`],
  ['600,000 comments', `<ul class="sellListContent">${'<!---->'.repeat(600_000)}</ul>`],
  ['a total of 1,600,000 characters', `<div class="resultDes">${'共'.repeat(1_600_000)}</div>`],
  ['a redirect that never ends', '<meta http-equiv=refresh '.repeat(190_000)],
  ['a description of dashes', goodRow({ position: `${'-'.repeat(4_000_000)}x` })],
];

describe('a page that costs much to read', () => {
  it.each(hostilePages)('is read or given up, with %s', async (_, html) => {
    const before = textsOf(await site.houses());
    const { resblock } = await site.refreshWith({ 1: page(Buffer.from(html)) });
    expect(resblock?.state).toBe('INCOMPLETE');
    expect((await site.refreshWith({})).resblock).toMatchObject({ state: 'OK', houseCount: 9 });
    expect(textsOf(await site.houses())).toEqual(before);
  });

  it('never stores a price of 400 digits, and tells that the reading is incomplete', async () => {
    const absurd = withChangedText((all) =>
      all.replace(/(class="totalPrice[^>]*>.*?<span[^>]*>)[\d.]+/, `$1${'9'.repeat(400)}`),
    );
    expect((await site.refreshWith({ 1: absurd })).resblock).toMatchObject({ state: 'INCOMPLETE' });
    expect((await site.refreshWith({})).resblock).toMatchObject({ state: 'OK', houseCount: 9 });
  });
});
