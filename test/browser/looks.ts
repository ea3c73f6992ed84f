import { expect } from '@jest/globals';
import type { Page } from '@playwright/test';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../support/browser/page-checks.ts';
import { views } from './visit.ts';

/** Nothing is wrong with how a page of a desk looks, nor would be on a telephone at night. */
export async function looksWellAnywhere(page: Page, complaints: Complaints) {
  for (const { viewport, colorScheme } of views.toReversed()) {
    await page.setViewportSize(viewport);
    // Nothing moves, or else axe sees a colour on its way to the other.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
  }
  await page.emulateMedia({ reducedMotion: null });
  expect(complaints).toEqual(noComplaints);
}
