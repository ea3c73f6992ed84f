import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captchaPage, loginPage } from 'local/fakes/listing-site/pages/other-pages';
import { listen } from 'local/http/listen';
import {
  type Answer,
  elsewhere,
  type FaultySite,
  goodPages,
  originOf,
  page,
  withChangedText,
  startFaultySite,
  status,
} from './faulty-site.ts';
import { type Database, startMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';

let database: Database;
let site: FaultySite;
let other: Server;
let otherAsked = 0;

beforeAll(async () => {
  database = await startMonitorDatabase();
  site = await startFaultySite(database);
  other = createServer((_, response) => {
    otherAsked += 1;
    response.end(goodPages[0]);
  });
  await listen(other);
});
afterAll(async () => {
  site.stop();
  other.close();
  await database.stop();
});

const faults: [string, Answer, string, string][] = [
  ['403', status(403), 'BLOCKED', 'The listing site refused access.'],
  ['404', status(404), 'FAILED', 'The listing site does not have'],
  ['418', status(418), 'BLOCKED', 'The listing site refused access.'],
  ['429', status(429), 'BLOCKED', 'The listing site got too many requests.'],
  ['500', status(500), 'FAILED', 'The listing site answered with status 500.'],
  ['503', status(503), 'FAILED', 'The listing site answered with status 503.'],
  ['a captcha with status 200', page(captchaPage), 'BLOCKED', 'The listing site asked for a captcha.'],
  [
    'a captcha with an ordinary title',
    page(
      '<html><head><title>二手房</title></head><body><script src="//static.geetest.com/gt4.js"></script></body></html>',
    ),
    'BLOCKED',
    'The listing site asked for a captcha.',
  ],
  ['a sign-in page with status 200', page(loginPage()), 'BLOCKED', 'The listing site asked for a sign-in.'],
  [
    'a redirect to the sign-in',
    elsewhere(() => 'https://clogin.lianjia.com/login?service=x'),
    'BLOCKED',
    'The listing site asked for a sign-in.',
  ],
  [
    'a redirect to a captcha',
    elsewhere(() => 'https://hip.lianjia.com/captcha'),
    'BLOCKED',
    'The listing site asked for a captcha.',
  ],
  [
    'a redirect to another host that has the very page',
    elsewhere(() => `${originOf(other)}/`),
    'FAILED',
    'The listing site redirected to another address.',
  ],
  [
    'a redirect to a private address',
    elsewhere(() => 'http://169.254.169.254/latest'),
    'FAILED',
    'The listing site redirected to another address.',
  ],
  ['silence', () => undefined, 'FAILED', 'The listing site did not respond in time.'],
  [
    'a broken connection',
    (response) => response.destroy(),
    'FAILED',
    'The listing site could not be reached (ECONNRESET).',
  ],
  [
    'a gzip bomb',
    page(gzipSync(Buffer.alloc(6_000_000, 'x')), { 'content-encoding': 'gzip' }),
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
    withChangedText((text) => text.replaceAll(/class="">\d+/g, 'class="">')),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'rows with prices of 0',
    withChangedText((text) => text.replaceAll(/class="">\d+/g, 'class="">0')),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'prices under another name',
    withChangedText((text) => text.replaceAll('totalPrice', 'sum')),
    'INCOMPLETE',
    'could not be read.',
  ],
  [
    'no rows where there were some',
    withChangedText((text) => text.replaceAll(/<li class="clear.*?<\/li>/gs, '')),
    'INCOMPLETE',
    'showed',
  ],
  ['a cut page', withChangedText((text) => text.slice(0, text.lastIndexOf('totalPrice'))), 'INCOMPLETE', ''],
  [
    'a charset other than the declared one',
    (response, number) => response.writeHead(200).end(String(goodPages[number - 1]), 'utf16le'),
    'INCOMPLETE',
    '',
  ],
  [
    'text that was encoded twice',
    withChangedText((text) => Buffer.from(text).toString('latin1')),
    'INCOMPLETE',
    'could not be read.',
  ],
];

describe.each([1, 2])('a refresh with a fault on page %i', (number) => {
  it.each(faults)('ends, reports %s, and changes no house', async (_, answer, state, reason) => {
    const before = await site.houses();
    expect(before).toHaveLength(9);
    const found = await site.refreshWith({ [number]: answer });
    expect(found.status).toMatchObject({
      isRefreshing: false,
      refreshingProcess: 1,
      lastRefreshFailureAt: site.monitor.clock.ms,
    });
    expect(found.resblock).toMatchObject({ state, stateReason: expect.stringContaining(reason), houseCount: 9 });
    expect(found.resblock?.lastCompleteAtMs).toBeLessThan(site.monitor.clock.ms);
    expect(await site.houses()).toEqual(before);
    expect(otherAsked).toBe(0);
  });
});
