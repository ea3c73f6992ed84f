import type { Page } from '@playwright/test';
import type { House, Resblock } from 'shared-types/contract/ljmonitor';
import { launchBrowser } from '../../test/support/browser/browser.ts';
import { startSite } from '../../test/support/site/site.ts';
import { signIn } from './first-load.ts';
import { milliseconds, row, type Row } from '../row.ts';

interface LongList {
  houses: number;
  /** The rows of the list that are in the document. */
  rows: number;
  /** The longest delay from an input to the next frame, by Event Timing. */
  tickMs: number;
  keyMs: number;
}

const communities = ['1000000000001', '1000000000002'];

const communityOf = (resblockId: string): Resblock => ({
  resblockId,
  name: resblockId,
  districtName: '东城',
  bizcircleName: '安定门',
  url: `https://listing.example/xiaoqu/${resblockId}/`,
  houseCount: 1,
  lastCompleteAt: Date.now(),
  lastCompleteBy: 'site',
  state: 'OK',
  stateReason: null,
});

const houseAt = (index: number): House => ({
  houseId: `${900_000_000_000 + index}`,
  resblockId: communities[index % communities.length] ?? '',
  url: 'https://listing.example/ershoufang/900000000000.html',
  title: `南北通透两居室 ${index}`,
  description: '2室1厅 | 54.99平米 | 南 北',
  tags: ['近地铁', '满两年'],
  price: 400 + (index % 300),
  unitPrice: 68_865,
  createTime: 1_000,
  updateTime: 1_000_000 - index,
  readTime: index % 3 === 0 ? null : 2_000_000,
  removed: false,
  starred: false,
  hidden: false,
  prices: [{ time: 1_000, price: 400 }],
  changeTimes: {},
});

/** Opens the monitor with a list of so many houses, ticks and unticks a community, and types into the search. */
export async function measureLongList(count: number): Promise<LongList> {
  const [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  try {
    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
    await signIn(context, site.origin, await site.signIn('Ann'));
    const page = await context.newPage();
    const houses = Array.from({ length: count }, (_, index) => houseAt(index));
    await page.route('**/api/ljmonitor/resblock', (route) => route.fulfill({ json: communities.map(communityOf) }));
    await page.route('**/api/ljmonitor/house?*', (route) => route.fulfill({ json: [] }));
    await page.route('**/api/ljmonitor/house', (route) => route.fulfill({ json: houses }));
    await page.addInitScript(noteEvents);
    await page.goto('/ljmonitor');
    await page.locator('li[data-house]').first().waitFor();
    await page.waitForFunction("document.querySelectorAll('li[data-house]').length < 100");
    const tick = page.getByRole('checkbox').first();
    for (let round = 0; round < 3; round += 1) await tick.click();
    const tickMs = await longest(page);
    await page.getByRole('searchbox').pressSequentially('南北通透 1', { delay: 300 });
    return {
      houses: count,
      rows: await page.locator('li[data-house]').count(),
      tickMs,
      keyMs: await longest(page),
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

const noteEvents = `
window.delays = [];
new PerformanceObserver((list) => delays.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** The longest delay since the last question. An event that took less than 16 ms is not reported. */
const longest = (page: Page) =>
  page.evaluate<number>(`new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    done(Math.max(16, ...delays));
    delays.length = 0;
  }, 100)))`);

const maxDelayMs = 200;

export const longListRows = ({ houses, rows, tickMs, keyMs }: LongList): Row[] => [
  row(17, `rows in the document of a list of ${houses} houses`, String(rows), '< 100', rows < 100),
  row(17, 'longest delay of a tick there', milliseconds(tickMs), `≤ ${maxDelayMs} ms`, tickMs <= maxDelayMs),
  row(17, 'longest delay of a key there', milliseconds(keyMs), `≤ ${maxDelayMs} ms`, keyMs <= maxDelayMs),
];
