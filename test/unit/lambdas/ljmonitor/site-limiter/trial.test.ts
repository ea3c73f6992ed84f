import { describe, expect, it } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import type { SiteAnswer } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { housesOf, pagesOf } from '../support/pages.ts';
import { sitePages } from '../support/site-pages.ts';
import { ann, bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { processQueue } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

const hour = 3_600_000;
const signIn: SiteAnswer = { kind: 'refused', refusal: 'login' };

/** Tracks two communities of a site that has asked for a sign-in some minutes ago. */
async function blockedMonitor() {
  const { monitor, routes, processAll, add } = await routesWith(
    database,
    { [willows]: 2, [lake]: 3 },
    { minIntervalMs: 600_000 },
  );
  const cookie = { hash: 'first' };
  monitor.ports.site = { ...monitor.ports.site, cookieHash: async () => cookie.hash };
  for (const id of [willows, lake]) await add(id);
  await processAll();
  monitor.clock.ms += hour;
  const refuse = () => [willows, lake].forEach((id) => monitor.answers.set(id, [signIn]));
  refuse();
  const refresh = async () => {
    await routes.refreshAllHouses(nothing);
    await processQueue(monitor, monitorWorker(monitor.ports));
    return routes.getRefreshStatus(nothing);
  };
  await refresh();
  monitor.clock.ms += 60_000;
  monitor.asked.length = 0;
  return {
    monitor,
    routes,
    cookie,
    refresh,
    reopen: () => [willows, lake].forEach((id) => monitor.answers.set(id, pagesOf(id, housesOf(id, 2)))),
    tryOnce: async () => {
      await routes.tryOnce(nothing);
      await processQueue(monitor, monitorWorker(monitor.ports));
      return routes.getRefreshStatus(nothing);
    },
  };
}

describe('a new cookie', () => {
  it('is tried with one request in the pause, and not again after a refusal', async () => {
    const { monitor, cookie, refresh } = await blockedMonitor();
    await refresh();
    expect(monitor.asked).toEqual([]);
    cookie.hash = 'second';
    for (let times = 0; times < 3; times++) await refresh();
    expect(monitor.asked).toHaveLength(1);
    cookie.hash = 'first';
    expect(await refresh()).toMatchObject({ blockedUntil: expect.any(Number) });
    expect(monitor.asked).toHaveLength(1);
  });

  it('ends the pause when the site shows its pages again', async () => {
    const { monitor, cookie, refresh, reopen } = await blockedMonitor();
    cookie.hash = 'second';
    reopen();
    expect(await refresh()).toMatchObject({ blockedUntil: null, lastRead: { read: 2, of: 2 } });
    expect(monitor.asked).toHaveLength(2);
  });
});

describe('tryOnce', () => {
  it('leaves the pause alone when the limit of refreshes refuses it', async () => {
    const { monitor, routes } = await blockedMonitor();
    const { blockedUntil } = await routes.getRefreshStatus(nothing);
    const limited = ljmonitorRoutes({ ...monitor.ports, refreshLimits: { person: 1, site: 1000 } });
    await expect(limited.tryOnce(nothing)).rejects.toMatchObject({ code: 'tooMany' });
    expect(await routes.getRefreshStatus(nothing)).toMatchObject({ blockedUntil });
    expect(monitor.queue).toEqual([]);
  });

  it('asks the site once, and counts once, when it is pressed twenty times at once', async () => {
    const { monitor, routes } = await blockedMonitor();
    // The refresh that was blocked has counted, too.
    const limited = ljmonitorRoutes({ ...monitor.ports, refreshLimits: { person: 2, site: 1000 } });
    await Promise.all(Array.from({ length: 20 }, () => limited.tryOnce(nothing)));
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(monitor.asked).toHaveLength(1);
    expect(await routes.getRefreshStatus(nothing)).toMatchObject({ blockedUntil: monitor.clock.ms + 12 * hour });
  });

  it('asks the site once in the pause, and leaves a pause that is longer when the site refuses', async () => {
    const { monitor, tryOnce } = await blockedMonitor();
    expect(await tryOnce()).toMatchObject({
      blockedUntil: monitor.clock.ms + 12 * hour,
      blockedBecause: 'The listing site asked for a sign-in.',
    });
    expect(monitor.asked).toHaveLength(1);
  });

  it('leaves the pause as it was when the site does not answer', async () => {
    const { monitor, routes, tryOnce } = await blockedMonitor();
    const { blockedUntil } = await routes.getRefreshStatus(nothing);
    for (const id of [willows, lake]) monitor.answers.set(id, [{ kind: 'failed', reason: 'No answer.' }]);
    expect(await tryOnce()).toMatchObject({ blockedUntil, blockedBecause: 'The listing site asked for a sign-in.' });
    expect(monitor.asked).toHaveLength(1);
  });

  it.each([
    ['refuses', false],
    ['shows its pages again', true],
  ])('asks for one page when all communities were just read by hand, and the site %s', async (_, isOpen) => {
    const { monitor, routes, tryOnce, reopen } = await blockedMonitor();
    for (const resblockId of [willows, lake])
      for (const page of sitePages({ resblockId, houses: [1, 2] })) await routes.handInPage({ ...nothing, body: page });
    if (isOpen) reopen();
    monitor.clock.ms += 60_000;
    expect((await tryOnce()).blockedUntil === null).toBe(isOpen);
    expect(monitor.asked).toHaveLength(1);
  });

  it('reads all communities when the site shows its pages again', async () => {
    const { tryOnce, reopen } = await blockedMonitor();
    reopen();
    expect(await tryOnce()).toMatchObject({ blockedUntil: null, lastRead: { read: 2, of: 2 } });
  });

  it('is offered to the owner, and only while the site blocks', async () => {
    const { routes, refresh, tryOnce, reopen } = await blockedMonitor();
    expect(await refresh()).toMatchObject({ mayTryOnce: true });
    expect((await routes.getRefreshStatus({ ...nothing, user: bob })).mayTryOnce).toBeUndefined();
    reopen();
    await tryOnce();
    expect((await routes.getRefreshStatus({ ...nothing, user: ann })).mayTryOnce).toBeUndefined();
  });
});
