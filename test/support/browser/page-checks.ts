import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe finds as `rule: place`. The code is evaluated through the debugging protocol, so the
 * page's content security policy stays as it is.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  // The source has half a megabyte: each document gets it once.
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axeSource);
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`);
}

/**
 * Ends all motion and keeps it off, so that no color is measured on its way to another one. A constructed style sheet
 * is used because the content security policy forbids inline ones.
 */
export const stopMotion = (page: Page) =>
  page.evaluate(`(() => {
    if (globalThis.hasNoMotion) return;
    globalThis.hasNoMotion = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  })()`);

/** Returns by how many pixels the page scrolls sideways. */
export const overflowPx = (page: Page) =>
  page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

/** Returns the cumulative layout shift (https://web.dev/articles/cls), and the parts that moved. A page up to 0.1 is good. */
const layoutShift = (page: Page) =>
  page.evaluate<{ total: number; moved: string[] }>(`(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords().filter(({ hadRecentInput }) => !hadRecentInput);
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    return {
      total: shifts.reduce((total, { value }) => total + value, 0),
      moved: shifts.flatMap(({ value, sources }) =>
        sources.map(({ node, previousRect, currentRect }) =>
          [value.toFixed(4), node?.nodeName, node?.textContent?.slice(0, 40), place(previousRect), 'to', place(currentRect)].join(' '),
        ),
      ),
    };
  })()`);

/** Expects that the parts of a page stay where they appeared. The failure names those that moved. */
export async function expectNoShift(page: Page, max: number) {
  const { total, moved } = await layoutShift(page);
  if (total > max) throw new Error(`The page shifted by ${total}, and at most ${max} is allowed:\n${moved.join('\n')}`);
}
