import { expect, it } from '@jest/globals';
import { pseudoRandom } from 'local/fakes/listing-site/city/pseudo-random';
import { housesOf, pagesOf } from '../../unit/lambdas/ljmonitor/support/pages.ts';
import { useMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { houses, lake, monitorTracking, refresh } from '../../unit/lambdas/ljmonitor/support/tracked-communities.ts';

const database = await useMonitorDatabase();

it('an unchanged community has no new version after fifty random orders, five houses with two faces', async () => {
  const monitor = await monitorTracking(database, { [lake]: 0 });
  const all = housesOf(lake, 40);
  const rows = [...all, ...all.slice(0, 5).map((row) => ({ ...row, tags: [...row.tags, '随时看房'] }))];
  const read = async (some: typeof rows) => {
    monitor.clock.ms += 3_600_000;
    monitor.answers.set(lake, pagesOf(lake, some, 15));
    await refresh(monitor);
  };
  await read(rows);
  const before = await houses(monitor, lake);
  expect(before).toHaveLength(40);
  for (let order = 0; order < 50; order += 1) {
    const shuffled = rows
      .map((row, index) => ({ row, at: pseudoRandom('order', order, index) }))
      .toSorted((one, other) => one.at - other.at);
    await read(shuffled.map(({ row }) => row));
  }
  expect((await monitor.rows()).filter(({ sk }) => String(sk).startsWith('VERSION#'))).toEqual([]);
  expect(await houses(monitor, lake)).toEqual(before);
}, 300_000);
