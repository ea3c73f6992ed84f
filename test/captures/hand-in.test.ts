import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { parseListPage } from 'lambdas/ljmonitor/listing-site/lianjia/list-page';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { newTestMonitor } from '../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { useMonitorDatabase } from '../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { ann, nothing } from '../unit/lambdas/ljmonitor/support/test-routes.ts';
import { houses } from '../unit/lambdas/ljmonitor/support/tracked-communities.ts';

const folder = join(import.meta.dirname, '../../../shared/captures');
const resblockId = '1111027378022';

const pages = {
  community: [`https://bj.lianjia.com/ershoufang/c${resblockId}/`, `pc_community_list_bj_c${resblockId}_2018-03.html`],
  city: ['https://bj.lianjia.com/ershoufang/', 'pc_list_bj_pg1_2025-11.html'],
  sister: ['https://hz.ke.com/ershoufang/', 'ke_list_hz_2019-12.html'],
  house: ['https://bj.lianjia.com/ershoufang/101133895297.html', 'pc_house_detail_bj_101133895297_2025-11.html'],
} as const;
type Capture = keyof typeof pages;

const database = await useMonitorDatabase();

/** Hands the captures in, in this order, and returns the answers and the houses that are stored then. */
async function handIn(order: readonly Capture[]) {
  const monitor = await newTestMonitor(database);
  const { ports, clock } = monitor;
  await ports.store.addResblock(newResblock(resblockId, undefined, 0, ports.now(), 'https://bj.lianjia.com'));
  const routes = ljmonitorRoutes(ports);
  const answers: Partial<Record<Capture, unknown>> = {};
  for (const name of order) {
    clock.ms += 1000;
    const [url, file] = pages[name];
    answers[name] = await routes.handInPage({
      ...nothing,
      body: { url, html: readFileSync(join(folder, file), 'utf8') },
      user: ann,
    });
  }
  const stored = await houses(monitor, resblockId);
  return { answers, titles: stored.map(({ title, price }) => `${title} ${price}`).toSorted() };
}

const orders: Capture[][] = [
  ['community', 'city', 'sister', 'house'],
  ['house', 'sister', 'city', 'community'],
  ['city', 'community', 'house', 'sister'],
];

describe('the recorded pages, handed in', () => {
  it.each(orders)('read the same in any order (%s, %s, %s, %s)', async (...order) => {
    const { answers, titles } = await handIn(order);
    const [, file] = pages.community;
    const crawled = parseListPage(readFileSync(join(folder, file), 'utf8'));
    const own = crawled.rows.filter((row) => row.resblockId === resblockId);
    expect(titles).toEqual(own.map(({ title, price }) => `${title} ${price}`).toSorted());
    expect(titles.length).toBeGreaterThan(0);
    expect(answers).toEqual({
      community: expect.objectContaining({ outcome: 'complete', page: 1, resblockId, houses: own.length }),
      city: expect.objectContaining({ outcome: 'refused', reason: expect.stringMatching(/not a community’s list/) }),
      sister: expect.objectContaining({ outcome: 'refused', reason: expect.stringMatching(/not a community’s list/) }),
      house: expect.objectContaining({ outcome: 'refused', reason: expect.stringMatching(/not a community’s list/) }),
    });
  });
});
