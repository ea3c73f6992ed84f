import type { Page } from '@playwright/test';
import * as z from 'zod';
import type { Site } from '../../support/site/site.ts';

const pollMs = 5_000;
const mostPolls = 60;

/** The time of the site, which is ahead of the machine's once it was moved. */
export const siteNow = async (site: Site) => z.object({ now: z.number() }).parse(await site.control('/state')).now;

/** A page whose clock is moved together with the site's. The page has to have a clock of its own: `page.clock.install`. */
export function movedClock(page: Page, site: Site) {
  const shows = (text: string) => page.getByText(text).first().isVisible();

  async function pass(ms: number) {
    await site.control('/clock', { advanceMs: ms });
    await page.clock.runFor(ms);
  }

  /** Lets time pass, a poll of a stack at a time, until a text is there. */
  async function passUntil(text: string) {
    for (let polls = 0; polls < mostPolls && !(await shows(text)); polls += 1) {
      const answer = page.waitForResponse(/\/detail$/, { timeout: 3_000 });
      await pass(pollMs);
      // None comes when the page was still busy with the last one.
      await answer.catch(() => undefined);
      await page.waitForTimeout(50);
    }
    await page.getByText(text).first().waitFor();
  }

  /** A clock that stands still holds back also what the page is about to show. */
  async function until(isSo: () => boolean | Promise<boolean>, stepMs = 1) {
    for (let tries = 0; !(await isSo()); tries += 1) {
      if (tries === 200) throw new Error(`still not so: ${String(isSo)}`);
      await page.clock.runFor(stepMs);
      await page.waitForTimeout(50);
    }
  }

  const comes = (text: string) => until(() => shows(text));

  return { shows, pass, passUntil, until, comes };
}
