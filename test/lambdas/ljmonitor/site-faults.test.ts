import { createServer, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { listingSite } from 'lambdas/ljmonitor/listing-site';
import { newResblock } from 'lambdas/ljmonitor/resblock';
import { lianjia } from 'lambdas/ljmonitor/site/lianjia';
import { captchaPage, loginPage } from 'local/fakes/listing-site/other-pages';
import { listen } from 'local/listen';
import { demoId, demoPages } from './site/demo-pages.ts';
import { houses, refresh } from './tracked.ts';
import { type Database, newWorld, startDatabase, type World } from './world.ts';

// The worker, the real reader of the site and a site that does to it what sites do.
jest.setTimeout(120_000);

const hour = 3_600_000;
const good = demoPages().map((page) => Buffer.from(page));
const html = { 'content-type': 'text/html; charset=utf-8' };

type Answer = (response: ServerResponse, page: number) => unknown;
const asItIs: Answer = (response, page) => response.writeHead(200, html).end(good[page - 1]);

let database: Database;
let world: World;
let site: Server;
let other: Server;
let otherAsked = 0;
let answers: Record<number, Answer> = {};

beforeAll(async () => {
  database = await startDatabase();
  world = await newWorld(database);
  site = createServer(({ url = '' }, response) => {
    const page = Number(/pg(\d+)c/.exec(url)?.[1] ?? 1);
    (answers[page] ?? asItIs)(response, page);
  });
  other = createServer((_, response) => {
    otherAsked += 1;
    response.writeHead(200, html).end(good[0]);
  });
  const origin = `http://127.0.0.1:${await listen(site)}`;
  await listen(other);
  const reader = listingSite(lianjia, origin, { now: world.ports.now });
  // Silence is waited for only as long as it takes to be sure of it.
  world.ports.site = { ...reader, page: (resblockId, page) => reader.page(resblockId, page, 1500) };
  await world.ports.store.addResblock(newResblock(demoId, undefined, 0, world.ports.now()));
  await refresh(world);
});
afterAll(async () => {
  for (const server of [site, other]) {
    server.closeAllConnections();
    server.close();
  }
  await database.stop();
});

/** A refresh while the site answers so, and the breaker of the one before is over. */
async function refreshWith(strange: Record<number, Answer>) {
  world.clock.ms += 25 * hour;
  answers = strange;
  const status = await refresh(world);
  answers = {};
  return { status, resblock: await world.ports.store.findResblock(demoId) };
}

const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'text/html' }).end('no');
const page =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, html).end(text);
const elsewhere =
  (to: () => string): Answer =>
  (response) =>
    response.writeHead(302, { location: to() }).end();
const addressOf = (server: Server) => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
};

/** What a page is like when something was done to its text. */
const spoiled =
  (spoil: (text: string) => string): Answer =>
  (response, number) =>
    response.writeHead(200, html).end(spoil(String(good[number - 1])));

const faults: [string, Answer, string, string][] = [
  ['403', status(403), 'BLOCKED', 'The site refused us.'],
  ['404', status(404), 'FAILED', 'The site has no such page.'],
  ['418', status(418), 'BLOCKED', 'The site asked for a captcha.'],
  ['429', status(429), 'BLOCKED', 'The site asked for a captcha.'],
  ['500', status(500), 'FAILED', 'The site answered with status 500.'],
  ['503', status(503), 'FAILED', 'The site answered with status 503.'],
  ['a captcha with status 200', page(captchaPage), 'BLOCKED', 'The site asked for a captcha.'],
  ['a sign-in page with status 200', page(loginPage), 'BLOCKED', 'The site asked for a sign-in.'],
  [
    'a redirect to the sign-in',
    elsewhere(() => 'https://clogin.lianjia.com/login?service=x'),
    'BLOCKED',
    'The site asked for a sign-in.',
  ],
  [
    'a redirect to a captcha',
    elsewhere(() => 'https://hip.lianjia.com/captcha'),
    'BLOCKED',
    'The site asked for a captcha.',
  ],
  [
    'a redirect to another host that has the very page',
    elsewhere(() => addressOf(other)),
    'FAILED',
    'The site sent us to another place.',
  ],
  [
    'a redirect inside',
    elsewhere(() => 'http://169.254.169.254/latest'),
    'FAILED',
    'The site sent us to another place.',
  ],
  ['silence', () => undefined, 'FAILED', 'The site did not answer in time.'],
  ['a line that breaks', (response) => response.destroy(), 'FAILED', 'The site could not be reached (ECONNRESET).'],
  [
    'a bomb',
    (response) =>
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(6_000_000, 'x'))),
    'FAILED',
    'The page is longer than 5 MB.',
  ],
  [
    'another layout, without a list',
    page('<html><body><main>Houses</main></body></html>'),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'rows without prices',
    spoiled((text) => text.replaceAll(/class="">\d+/g, 'class="">')),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'rows with prices of 0',
    spoiled((text) => text.replaceAll(/class="">\d+/g, 'class="">0')),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'prices under another name',
    spoiled((text) => text.replaceAll('totalPrice', 'sum')),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'no rows where there were some',
    spoiled((text) => text.replaceAll(/<li class="clear.*?<\/li>/gs, '')),
    'INCOMPLETE',
    'showed',
  ],
  ['a cut page', spoiled((text) => text.slice(0, text.lastIndexOf('totalPrice'))), 'INCOMPLETE', ''],
  [
    'another charset than it says',
    (response, number) => response.writeHead(200, html).end(String(good[number - 1]), 'utf16le'),
    'INCOMPLETE',
    '',
  ],
  [
    'text that was encoded twice',
    spoiled((text) => Buffer.from(text).toString('latin1')),
    'INCOMPLETE',
    'could not be read.',
  ],
];

describe.each([1, 2])('a site whose page %i is', (number) => {
  it.each(faults)('%s ends the refresh, is told, and changes no house', async (_, answer, state, reason) => {
    const before = await houses(world, demoId);
    expect(before).toHaveLength(9);
    const found = await refreshWith({ [number]: answer });
    expect(found.status).toMatchObject({
      isRefreshing: false,
      refreshingProcess: 1,
      lastRefreshFailureAt: world.clock.ms,
    });
    expect(found.resblock).toMatchObject({ state, stateReason: expect.stringContaining(reason), houseCount: 9 });
    expect(found.resblock?.lastCompleteAtMs).toBeLessThan(world.clock.ms);
    expect(await houses(world, demoId)).toEqual(before);
    expect(otherAsked).toBe(0);
  });
});

type Spoil = (text: Buffer, chance: number) => Answer;
const sent =
  (body: Buffer): Answer =>
  (response) =>
    response.writeHead(200, html).end(body);

/** What may become of a page on its way, depending on a chance from 0 to 1. */
const spoils: Record<string, Spoil> = {
  dropped: () => status(502),
  cut: (text, chance) => sent(text.subarray(0, Math.floor(text.length * chance))),
  brokenOff: (text, chance) => (response) => {
    response.writeHead(200, { ...html, 'content-length': text.length });
    response.write(text.subarray(0, Math.floor(text.length * chance)), () => response.destroy());
  },
  holed: (text, chance) => {
    const at = Math.floor(text.length * chance);
    return sent(Buffer.concat([text.subarray(0, at), text.subarray(at + 400)]));
  },
  garbled: (text, chance) => {
    const at = Math.floor(text.length * chance);
    return sent(Buffer.concat([text.subarray(0, at), Buffer.alloc(400, 0xff), text.subarray(at + 400)]));
  },
  anotherPage: (_, chance) => sent(good[Math.floor(chance * good.length)] ?? Buffer.alloc(0)),
  empty: () => sent(Buffer.alloc(0)),
  reversed: (text) => sent(Buffer.from([...String(text)].toReversed().join(''))),
};

describe('pages that are dropped, cut or garbled', () => {
  it('never remove a house, nor change one, in whatever mixture and however often', async () => {
    const before = await houses(world, demoId);
    const spoil = fc.record({
      kind: fc.constantFrom(...Object.keys(spoils)),
      chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    const mixture = fc.array(fc.option(spoil), { minLength: 3, maxLength: 3 }).filter((all) => all.some(Boolean));
    await fc.assert(
      fc.asyncProperty(mixture, async (all) => {
        const strange = Object.fromEntries(
          all.flatMap((each, index) => {
            const answer = each && spoils[each.kind]?.(good[index] ?? Buffer.alloc(0), each.chance);
            return answer ? [[index + 1, answer]] : [];
          }),
        );
        // If it were taken for the truth, a house would be gone by now.
        for (let reading = 0; reading < 3; reading++) await refreshWith(strange);
        const after = await houses(world, demoId);
        expect(after.filter(({ removed }) => removed)).toEqual([]);
        expect(after.map(({ houseId, price, title }) => [houseId, price, title])).toEqual(
          before.map(({ houseId, price, title }) => [houseId, price, title]),
        );
      }),
      { numRuns: 12 },
    );
    expect((await refreshWith({})).resblock).toMatchObject({ state: 'OK', houseCount: 9 });
  });
});
