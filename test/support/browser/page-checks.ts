import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** What must stay empty while a person uses the site. */
export interface Complaints {
  cspReports: string[];
  consoleErrors: string[];
  otherOrigins: string[];
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Listens from now on: reports of the content security policy, errors in the console, requests to other origins.
 * 'Failed to load resource' is forgiven for the statuses that a journey expects.
 */
export async function watch(page: Page, origin: string, expectedStatuses: number[] = []): Promise<Complaints> {
  const complaints: Complaints = { cspReports: [], consoleErrors: [], otherOrigins: [] };
  await page.exposeFunction('reportCsp', (report: string) => {
    complaints.cspReports.push(report);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => reportCsp(e.effectiveDirective + ' ' + e.blockedURI))",
  );
  page.on('console', (message) => {
    const isExpected = expectedStatuses.some((status) =>
      message.text().startsWith(`Failed to load resource: the server responded with a status of ${status}`),
    );
    if (message.type() === 'error' && !isExpected) complaints.consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => complaints.consoleErrors.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) complaints.otherOrigins.push(url);
  });
  return complaints;
}

export const noComplaints: Complaints = { cspReports: [], consoleErrors: [], otherOrigins: [] };

/** What axe finds wrong: `rule: where`. Evaluated by the debugger's protocol, so the page's CSP stays as it is. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Half a megabyte to send and to read: once for each document.
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axeSource);
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`);
}

/** Whether something sticks out: nothing may scroll sideways at any width. */
export const overflowPx = (page: Page) =>
  page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

/** How far things have jumped without anybody's doing (https://web.dev/articles/cls): up to 0.1 is good. */
export const layoutShift = (page: Page) =>
  page.evaluate<number>(`(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords().filter(({ hadRecentInput }) => !hadRecentInput);
    return shifts.reduce((total, { value }) => total + value, 0);
  })()`);
