import { expect } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../../support/browser/page-checks.ts';
import type { Site } from '../../support/site/site.ts';

/** One browser and one site, for all tests of stacks. */
export interface Stage {
  browser: () => Browser;
  site: () => Site;
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function openStack(page: Page, name: string) {
  await page.goto(`/stack/detail?stackName=${name}`);
  await page.getByRole('heading', { name: `Stack: ${name}`, exact: true }).waitFor();
}

/** Presses a button, and says yes to its question. */
export async function confirm(page: Page, name: string) {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
}

export async function looksWell(page: Page, complaints: Complaints) {
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  expect(complaints).toEqual(noComplaints);
}
