import type { Page } from '@playwright/test';
import { test as base } from './test.ts';

interface Refusal {
  errorCode: string;
  status?: number;
}

/** Calls of the sign-in by the last part of their path. */
export type Refusals = Map<string, Refusal>;

/** Refuses the calls of the sign-in that are in the map, and accepts all others. No call reaches the server. */
async function refuseCalls(page: Page): Promise<Refusals> {
  const refusals: Refusals = new Map();
  await page.route('**/api/auth/cognito/*', (route) => {
    const refusal = refusals.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    if (!refusal) return route.fulfill({ json: {} });
    const { errorCode, status = 400 } = refusal;
    const details = { message: 'no', requestId: 'r-1', totp: 'ABCDEFGHIJKLMNOP', retryAfterSeconds: 90 };
    return route.fulfill({ status, json: { errorCode, ...details } });
  });
  return refusals;
}

/** Tests of the sign-in whose server is made up. */
export const test = base.extend<{ refusals: Refusals }>({
  refusals: ({ page }, use) => refuseCalls(page).then(use),
  expectedFailures: [[400, 401, 404, 429, 503], { scope: 'test' }],
});

export { expect } from './test.ts';
