import { refreshWork } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf } from './pages.ts';
import { type Database, drain, newWorld, type World } from './test-monitor.ts';

export const willows = '1199027300101';
export const lake = '1199027300102';
export const none = '1199027300103';

/** A world that tracks communities of so many houses, none of them read yet. */
export async function worldWith(database: Database, counts: Record<string, number>, settings = {}) {
  const world = await newWorld(database, settings);
  for (const [resblockId, count] of Object.entries(counts)) {
    await world.ports.store.addResblock(newResblock(resblockId, undefined, 0, world.ports.now()));
    world.answers.set(resblockId, pagesOf(resblockId, housesOf(resblockId, count)));
    world.clock.ms += 1;
  }
  return world;
}

/** A whole refresh, from the button to its end. */
export async function refresh(world: World) {
  await startRefresh(world.ports);
  await drain(world, refreshWork(world.ports));
  return refreshStatus(world.ports);
}

export const houses = async ({ ports: { store } }: World, ...resblockIds: string[]) =>
  store.pageHouses(new Set(resblockIds), undefined, 500);
