import type { Browser } from '@playwright/test';
import { launchBrowser } from '../../test/support/browser/browser.ts';
import { startSite } from '../../test/support/site/site.ts';
import { signIn } from './first-load.ts';
import { startFloorApp } from './floor-app.ts';
import { median, milliseconds, row, times, type Row } from '../row.ts';

/** In milliseconds since the navigation. */
interface SlowLoad {
  firstPaintMs: number;
  /** When the page shows who is signed in. */
  sessionKnownMs: number;
}

interface SlowLoads {
  own: SlowLoad;
  floor: SlowLoad;
}

/** The name is shown when the session is known. No other word of the pages begins like it. */
const name = 'Annabelle';

/** Opens the home page and the floor app in turns, as on a cheap telephone with a slow 4G connection: medians. */
export async function measureSlowLoads(repeats: number): Promise<SlowLoads> {
  const [site, floor, browser] = await Promise.all([startSite(), startFloorApp(name), launchBrowser()]);
  try {
    const cookie = await site.signIn(name);
    const loads: { own: SlowLoad[]; floor: SlowLoad[] } = { own: [], floor: [] };
    for (let round = 0; round < repeats; round += 1) {
      loads.own.push(await slowLoad(browser, site.origin, cookie));
      loads.floor.push(await slowLoad(browser, floor.origin));
    }
    return { own: middle(loads.own), floor: middle(loads.floor) };
  } finally {
    await browser.close();
    floor.close();
    await site.stop();
  }
}

const middle = (loads: SlowLoad[]): SlowLoad => ({
  firstPaintMs: median(loads.map(({ firstPaintMs }) => firstPaintMs)),
  sessionKnownMs: median(loads.map(({ sessionKnownMs }) => sessionKnownMs)),
});

async function slowLoad(browser: Browser, origin: string, cookie?: string): Promise<SlowLoad> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  try {
    if (cookie !== undefined) await signIn(context, origin, cookie);
    const page = await context.newPage();
    await page.addInitScript(noteTheName);
    const debug = await context.newCDPSession(page);
    // These are the values of Lighthouse's "slow 4G" and its slowdown of the processor.
    await debug.send('Network.enable');
    await debug.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(origin);
    await page.getByText(name).waitFor();
    return await page.evaluate<SlowLoad>(timesOfLoad);
  } finally {
    await context.close();
  }
}

const noteTheName = `
const noted = new MutationObserver(() => {
  if (!document.body?.innerText.includes('${name}')) return;
  window.nameSeenAt = performance.now();
  noted.disconnect();
});
noted.observe(document, { childList: true, subtree: true, characterData: true });
`;

const timesOfLoad = `({
  firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  sessionKnownMs: window.nameSeenAt,
})`;

const line = (what: string, ownMs: number, floorMs: number, most: number): Row =>
  row(
    3,
    `slow 4G, CPU ×4: ${what}, against the floor app`,
    `${times(ownMs / floorMs)} (${milliseconds(ownMs)} against ${milliseconds(floorMs)})`,
    `≤ ${times(most)}`,
    ownMs / floorMs <= most,
  );

export const slowLoadRows = ({ own, floor }: SlowLoads): Row[] => [
  line('first paint', own.firstPaintMs, floor.firstPaintMs, 0.5),
  line('session known', own.sessionKnownMs, floor.sessionKnownMs, 1.15),
];
