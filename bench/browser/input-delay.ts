import type { Page } from '@playwright/test';

const noteEvents = `
window.delays = [];
new PerformanceObserver((list) => delays.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Notes the delay of each input from now on, by Event Timing: the time from the input to the next frame. */
export const noteInputDelays = (page: Page) => page.addInitScript(noteEvents);

/** Returns the longest delay since the last question. An event that took less than 16 ms is not reported. */
export const maxInputDelay = (page: Page) =>
  page.evaluate<number>(`new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    done(Math.max(16, ...delays));
    delays.length = 0;
  }, 100)))`);

const noteFrames = `
window.frames = [];
window.before = performance.now();
requestAnimationFrame(function next(now) {
  frames.push(now - before);
  before = now;
  requestAnimationFrame(next);
});
`;

const turns = 30;
const turnPx = 2_500;
const turnMs = 40;

/** Turns the wheel many times, up or down, and returns the times between two frames meanwhile. */
export async function framesOfScroll(page: Page, direction: -1 | 1): Promise<number[]> {
  await page.evaluate(noteFrames);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, direction * turnPx);
    await page.waitForTimeout(turnMs);
  }
  return page.evaluate<number[]>('frames');
}
