import type { Page } from '@playwright/test';
import type { House, Resblock } from 'shared-types/contract/ljmonitor';
import { launchBrowser } from '../../test/support/browser/browser.ts';
import { startSite } from '../../test/support/site/site.ts';
import { signIn } from './first-load.ts';
import { framesOfScroll, maxInputDelay, noteInputDelays } from './input-delay.ts';
import { milliseconds, row, type Row } from '../row.ts';

interface LongList {
  houses: number;
  /** The rows of the list that are in the document. */
  rows: number;
  /** The longest delay from an input to the next frame, by Event Timing. */
  tickMs: number;
  keyMs: number;
  /** The longest time between two frames while the list scrolls. */
  frameMs: number;
  /** The memory of the page's script after scrolling to the end. */
  heapMegabytes: number;
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
  facts: {},
});

/** Opens the monitor with a list of this number of houses, ticks and unticks a community, and types into the search. */
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
    await page.route('**/api/ljmonitor/house/sorted?*', (route) => {
      const asked = new URL(route.request().url()).searchParams;
      // As the site does: the houses that have all words, which come as one page.
      const words = (asked.get('text') ?? '').split(' ');
      const found = houses.filter(({ title }) => words.every((word) => title.includes(word)));
      return route.fulfill({ json: asked.has('fromHouseId') ? [] : found });
    });
    await noteInputDelays(page);
    await page.goto('/ljmonitor');
    await page.locator('li[data-house]').first().waitFor();
    await page.waitForFunction("document.querySelectorAll('li[data-house]').length < 100");
    const tick = page.getByRole('checkbox').first();
    for (let round = 0; round < 3; round += 1) await tick.click();
    const tickMs = await maxInputDelay(page);
    await page.getByRole('searchbox').pressSequentially('南北通透 1', { delay: 300 });
    const keyMs = await maxInputDelay(page);
    const rows = await page.locator('li[data-house]').count();
    await page.getByRole('searchbox').fill('');
    await page.mouse.move(900, 600);
    const frameMs = Math.max(...(await framesOfScroll(page, 1)));
    // Each part of the list comes into sight once.
    await page.evaluate(`(async () => {
      while (scrollY + innerHeight < document.documentElement.scrollHeight - 400) {
        scrollBy(0, innerHeight);
        await new Promise(requestAnimationFrame);
      }
    })()`);
    return {
      houses: count,
      rows,
      tickMs,
      keyMs,
      frameMs,
      heapMegabytes: await heapMegabytes(page),
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Measures the memory of the page's script after a collection of garbage. */
async function heapMegabytes(page: Page) {
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

const maxHeapMegabytes = 30;
const maxFrameMs = 200;
const maxDelayMs = 200;

export const longListRows = ({ houses, rows, tickMs, keyMs, frameMs, heapMegabytes: heap }: LongList): Row[] => [
  row(17, `rows in the document of a list of ${houses} houses`, String(rows), '< 100', rows < 100),
  row(17, 'longest delay of a tick there', milliseconds(tickMs), `≤ ${maxDelayMs} ms`, tickMs <= maxDelayMs),
  row(17, 'longest delay of a key there', milliseconds(keyMs), `≤ ${maxDelayMs} ms`, keyMs <= maxDelayMs),
  row(17, 'longest frame of a scroll there', milliseconds(frameMs), `≤ ${maxFrameMs} ms`, frameMs <= maxFrameMs),
  row(
    17,
    'heap after scrolling to its end',
    `${heap.toFixed(1)} MB`,
    `≤ ${maxHeapMegabytes} MB`,
    heap <= maxHeapMegabytes,
  ),
];
