import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { refreshWork } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf } from '../support/pages.ts';
import { houses, lake, refresh, willows, worldWith } from '../support/tracked-communities.ts';
import { type Database, drain, startDatabase } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

describe('a community that is deleted', () => {
  it('while it is read leaves no house behind', async () => {
    const world = await worldWith(database, { [lake]: 75, [willows]: 6 });
    await startRefresh(world.ports);
    const work = refreshWork(world.ports);
    await drain(world, async (message) => {
      if (message.kind === 'step' && message.step === 1) await world.ports.store.removeResblock(lake);
      await work(message);
    });
    expect(world.asked.filter(({ resblockId }) => resblockId === lake)).toHaveLength(1);
    expect(await refreshStatus(world.ports)).toMatchObject({
      isRefreshing: false,
      lastRefreshSuccessAt: world.clock.ms,
    });
    expect(await houses(world, lake)).toHaveLength(30);
    expect(await houses(world, willows)).toHaveLength(6);
  });

  it('between the request and the answer stores nothing', async () => {
    const world = await worldWith(database, { [lake]: 75 });
    const pages = pagesOf(lake, housesOf(lake, 75));
    const { site, store } = world.ports;
    world.ports.site = {
      ...site,
      async page(...request) {
        await store.removeResblock(lake);
        return site.page(...request);
      },
    };
    world.answers.set(lake, pages);
    await refresh(world);
    expect((await world.rows()).some(({ pk }) => String(pk).startsWith('HOUSE#'))).toBe(false);
  });

  it('hides its houses from the list in the background, and shows them when it is added again', async () => {
    const world = await worldWith(database, { [willows]: 6 });
    await refresh(world);
    const work = refreshWork(world.ports);
    await world.ports.store.removeResblock(willows);
    await work({ kind: 'feed', resblockId: willows });
    expect(await houses(world, willows)).toEqual([]);
    await world.ports.store.addResblock(newResblock(willows, undefined, 0, world.ports.now()));
    await work({ kind: 'feed', resblockId: willows });
    expect(await houses(world, willows)).toHaveLength(6);
  });
});
