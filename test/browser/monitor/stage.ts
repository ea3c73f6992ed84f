import { expect } from '@jest/globals';
import { axeViolations, noComplaints, overflowPx } from '../../support/browser/page-checks.ts';
import type { Site } from '../../support/site/site.ts';
import { rows, type sitDown } from './steps.ts';

export type Seat = Awaited<ReturnType<typeof sitDown>>;

/** Two people of one household look at the same communities, at a desk by day and on a telephone at night. */
export interface Stage {
  site: () => Site;
  desk: () => Seat;
  telephone: () => Seat;
}

/** Two communities of the demo city where nothing happens by itself. */
export const maples = { id: '1199027300103', name: '青枫家园', place: '北湖 / 云台', houses: 31 };
export const railway = { id: '1199027300111', name: '铁路宿舍', place: '临江 / 柳桥', houses: 29 };

export const both = (stage: Stage, act: (seat: Seat) => Promise<unknown>) =>
  Promise.all([stage.desk(), stage.telephone()].map(act));

export async function looksWell({ page, complaints }: Seat) {
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  expect(complaints).toEqual(noComplaints);
}

export async function reloaded({ page }: Seat) {
  await page.reload();
  await rows(page).first().waitFor();
}
