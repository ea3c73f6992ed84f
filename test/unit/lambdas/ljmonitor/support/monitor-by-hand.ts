import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { type ListedHouses, sitePages } from './site-pages.ts';
import type { Database } from './monitor-environment.ts';
import { ann, nothing } from './test-routes.ts';
import { houses, monitorTracking, willows } from './tracked-communities.ts';

export const minute = 60_000;
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Creates a monitor that tracks a community, whose site a user reads by hand. */
export async function monitorByHand(database: Database, ...tracked: string[]) {
  const monitor = await monitorTracking(database, Object.fromEntries(tracked.map((id) => [id, 0])));
  const routes = ljmonitorRoutes(monitor.ports);
  const handIn = (page: { url: string; html: string; ageMs?: number }, user = ann) =>
    routes.handInPage({ ...nothing, body: page, user });
  return {
    monitor,
    handIn,
    /** Hands in all pages in this order, by default that of the list, and returns the last answer. */
    handInAll: async (listed: ListedHouses, order = (pages: ReturnType<typeof sitePages>) => pages) => {
      const answers = [];
      for (const page of order(sitePages(listed))) answers.push(await handIn(page));
      return answers.at(-1);
    },
    community: async (user = ann) => (await routes.listResblocks({ ...nothing, user }))[0],
    toHandIn: async (user = ann) => (await routes.listPagesToHandIn({ ...nothing, user })).communities[0]?.pages,
    onOffer: async () => (await houses(monitor, willows)).filter(({ removed }) => !removed).map(({ title }) => title),
  };
}

export const five = { resblockId: willows, houses: numbers(5) };
