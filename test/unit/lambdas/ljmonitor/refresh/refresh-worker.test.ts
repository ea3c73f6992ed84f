import { describe, expect, it, jest } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { captcha, housesOf, pageOf, pagesOf } from '../support/pages.ts';
import { houses, lake, none, refresh, willows, monitorTracking } from '../support/tracked-communities.ts';
import { processQueue } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

describe('a refresh', () => {
  it('reads every page of every community once and stores what it shows', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 75 });
    const status = await refresh(monitor);
    expect(monitor.asked.map(({ resblockId, page }) => [resblockId, page])).toEqual([
      [willows, 1],
      [lake, 1],
      [lake, 2],
      [lake, 3],
    ]);
    expect(await houses(monitor, willows, lake)).toHaveLength(81);
    expect(status).toMatchObject({
      isRefreshing: false,
      refreshingProcess: 1,
      lastRefreshSuccessAt: monitor.clock.ms,
      lastRefreshFailureAt: null,
    });
    expect(await monitor.ports.store.listResblocks()).toMatchObject([
      { resblockId: willows, name: 'Willow Court', districtName: 'North', state: 'OK', houseCount: 6 },
      { resblockId: lake, lastCompleteAtMs: monitor.clock.ms, state: 'OK', houseCount: 75 },
    ]);
  });

  it('succeeds at once when no community is tracked', async () => {
    const monitor = await monitorTracking(database, {});
    expect(await refresh(monitor)).toMatchObject({ isRefreshing: false, lastRefreshSuccessAt: monitor.clock.ms });
    expect(monitor.asked).toEqual([]);
  });

  it('writes no house and few other items when nothing has changed', async () => {
    const monitor = await monitorTracking(database, { [willows]: 30 });
    await refresh(monitor);
    const before = (await monitor.rows()).filter(({ pk }) => String(pk).startsWith('HOUSE#'));
    monitor.clock.ms += 60_000;
    database.takeCapacity();
    await refresh(monitor);
    const used = database.takeCapacity();
    const written = used.flatMap(({ Table, GlobalSecondaryIndexes, WriteCapacityUnits }) => ({
      all: WriteCapacityUnits ?? Table?.WriteCapacityUnits ?? 0,
      // The indexes contain only houses.
      houses: Object.values(GlobalSecondaryIndexes ?? {}).reduce(
        (sum, each) => sum + (each.WriteCapacityUnits ?? 0),
        0,
      ),
    }));
    expect(written.reduce((sum, each) => sum + each.houses, 0)).toBe(0);
    expect(written.reduce((sum, each) => sum + each.all, 0)).toBeLessThanOrEqual(20);
    expect((await monitor.rows()).filter(({ pk }) => String(pk).startsWith('HOUSE#'))).toEqual(before);
  });

  it('reads few capacity units when nothing has changed', async () => {
    const monitor = await monitorTracking(database, { [willows]: 90, [lake]: 90 });
    await refresh(monitor);
    monitor.clock.ms += 60_000;
    database.takeCapacity();
    await refresh(monitor);
    const known = database
      .takeCapacity()
      .reduce((sum, { GlobalSecondaryIndexes }) => sum + (GlobalSecondaryIndexes?.['gsi2']?.CapacityUnits ?? 0), 0);
    expect(known).toBeGreaterThan(0);
    expect(known / 180).toBeLessThanOrEqual(0.05);
  });

  it('keeps the old version of a changed house', async () => {
    const monitor = await monitorTracking(database, { [willows]: 3 });
    await refresh(monitor);
    const created = monitor.clock.ms;
    monitor.clock.ms += 60_000;
    const [first, second, third] = housesOf(willows, 3);
    if (!first || !second || !third) throw new Error('three houses');
    const cheaper = { ...second, price: 400, tags: ['近地铁', '新上'] };
    monitor.answers.set(willows, pagesOf(willows, [{ ...first, title: ' House　１ ' }, cheaper, third]));
    await refresh(monitor);

    const [changed, ...rest] = await houses(monitor, willows);
    expect(changed).toMatchObject({
      houseId: second.houseId,
      price: 400,
      tags: ['近地铁', '新上'],
      createTimeMs: created,
      updateTimeMs: monitor.clock.ms,
      prices: [
        { time: created, price: 502 },
        { time: monitor.clock.ms, price: 400 },
      ],
    });
    expect(rest.every(({ updateTimeMs }) => updateTimeMs === created)).toBe(true);
    const history = await monitor.ports.store.pageHistory(second.houseId, undefined, 50);
    expect(history).toMatchObject([{ price: 502, tags: ['近地铁'], updateTimeMs: created }]);
  });

  it('keeps the pace between two requests, with delayed messages', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 75 }, { paceMs: 3700 });
    await refresh(monitor);
    const times = monitor.asked.map(({ atMs }) => atMs);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([3700, 3700, 3700]);
  });

  it('does not request a community that was read recently', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 }, { minIntervalMs: 600_000 });
    await refresh(monitor);
    monitor.clock.ms += 599_000;
    expect(await refresh(monitor)).toMatchObject({ lastRefreshSuccessAt: monitor.clock.ms });
    expect(monitor.asked).toHaveLength(1);
    monitor.clock.ms += 1000;
    await refresh(monitor);
    expect(monitor.asked).toHaveLength(2);
  });

  it('starts once when twenty callers ask for it', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 });
    await Promise.all(Array.from({ length: 20 }, () => startRefresh(monitor.ports)));
    expect(monitor.queue).toHaveLength(1);
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(monitor.asked).toHaveLength(3);
  });

  it('reports its exact progress', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 75, [none]: 1 });
    await startRefresh(monitor.ports);
    const seen = new Set([(await refreshStatus(monitor.ports)).refreshingProcess]);
    await processQueue(monitor, async (message) => {
      await monitorWorker(monitor.ports)(message);
      seen.add((await refreshStatus(monitor.ports)).refreshingProcess);
    });
    expect([...seen].map((share) => share.toFixed(4))).toEqual([
      '0.0000',
      '0.3333',
      '0.4444',
      '0.5556',
      '0.6667',
      '1.0000',
    ]);
    monitor.clock.ms += 60_000;
    // The numbers of pages are known now: 1, 3 and 1.
    await startRefresh(monitor.ports);
    const again = new Set<number>();
    await processQueue(monitor, async (message) => {
      await monitorWorker(monitor.ports)(message);
      again.add((await refreshStatus(monitor.ports)).refreshingProcess);
    });
    expect([...again].map((share) => share.toFixed(2))).toEqual(['0.20', '0.40', '0.60', '0.80', '1.00']);
  });

  it('reports a progress that only grows, though a community turns out to have more pages with each one', async () => {
    const monitor = await monitorTracking(database, { [lake]: 0 });
    monitor.answers.set(lake, (page) =>
      pageOf(lake, { rows: housesOf(lake, 2), page, totalPages: page === 1 ? 2 : 12, declaredTotal: 90 }),
    );
    await startRefresh(monitor.ports);
    const seen: number[] = [];
    await processQueue(monitor, async (message) => {
      await monitorWorker(monitor.ports)(message);
      if (message.kind === 'step') seen.push((await refreshStatus(monitor.ports)).refreshingProcess);
    });
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.slice(0, -1).every((share) => share < 1)).toBe(true);
  });
});

describe('a refresh of a site that blocks', () => {
  it('opens the circuit breaker for six hours, then longer, and marks every community', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 });
    await refresh(monitor);
    monitor.clock.ms += 60_000;
    monitor.answers.set(willows, [captcha]);
    const status = await refresh(monitor);
    expect(status).toMatchObject({
      isRefreshing: false,
      lastRefreshFailureAt: monitor.clock.ms,
      blockedUntil: monitor.clock.ms + 6 * 3_600_000,
    });
    expect(monitor.asked).toHaveLength(4);
    expect(await monitor.ports.store.listResblocks()).toMatchObject([
      { state: 'BLOCKED', stateReason: 'The listing site asked for a captcha.', houseCount: 6 },
      { state: 'BLOCKED', stateReason: 'The listing site asked for a captcha.', houseCount: 31 },
    ]);
    expect(status.blockedBecause).toBe('The listing site asked for a captcha.');
    expect((await houses(monitor, willows, lake)).some(({ removed }) => removed)).toBe(false);

    monitor.clock.ms += 6 * 3_600_000;
    // The community that was read longest ago is asked first, and finds the block still there.
    monitor.answers.set(lake, [captcha]);
    await refresh(monitor);
    expect(monitor.asked).toHaveLength(5);
    expect((await refreshStatus(monitor.ports)).blockedUntil).toBe(monitor.clock.ms + 12 * 3_600_000);

    // A timeout does not reset the backoff, so the next block doubles it.
    monitor.clock.ms += 12 * 3_600_000;
    const silence = [{ kind: 'failed' as const, reason: 'The listing site did not respond in time.' }];
    monitor.answers.set(willows, silence).set(lake, silence);
    expect(await refresh(monitor)).toMatchObject({ blockedUntil: null });
    monitor.answers.set(willows, [{ kind: 'refused', refusal: 'blocked', retryAfterMs: 1000 }]);
    expect((await refresh(monitor)).blockedUntil).toBe(monitor.clock.ms + 24 * 3_600_000);

    monitor.clock.ms += 24 * 3_600_000;
    for (const id of [willows, lake]) monitor.answers.set(id, pagesOf(id, housesOf(id, 6)));
    expect(await refresh(monitor)).toMatchObject({ blockedUntil: null, lastRefreshSuccessAt: monitor.clock.ms });
  });

  it('keeps each cause beside the pause over later refreshes', async () => {
    const monitor = await monitorTracking(database, { [willows]: 1, [none]: 1, [lake]: 1 });
    const unreachable = 'The listing site could not be reached (ECONNRESET).';
    monitor.answers.set(willows, [{ kind: 'failed', reason: unreachable }]);
    monitor.answers.set(none, [pageOf(none, { class: 'unknown' })]);
    monitor.answers.set(lake, [{ kind: 'refused', refusal: 'login' }]);
    for (let times = 0; times < 3; times++) {
      const status = await refresh(monitor);
      expect(status.blockedBecause).toBe('The listing site asked for a sign-in.');
      expect(await monitor.ports.store.listResblocks()).toMatchObject([
        { state: 'FAILED', stateReason: unreachable },
        { state: 'INCOMPLETE', stateReason: 'Page 1 could not be read.' },
        { state: 'BLOCKED', stateReason: 'The listing site asked for a sign-in.' },
      ]);
      monitor.clock.ms += 60_000;
    }
    expect(monitor.asked).toHaveLength(3);
  });

  it('asks again after the time in Retry-After', async () => {
    const monitor = await monitorTracking(database, { [willows]: 1 });
    const pages = pagesOf(willows, housesOf(willows, 1));
    let refusals = 2;
    monitor.answers.set(willows, () =>
      refusals-- > 0 ? { kind: 'refused', refusal: 'blocked', retryAfterMs: 60_000 } : (pages[0] ?? captcha),
    );
    const start = monitor.clock.ms;
    expect(await refresh(monitor)).toMatchObject({ blockedUntil: null, lastRefreshFailureAt: null });
    expect(monitor.asked.map(({ atMs }) => atMs - start)).toEqual([0, 60_000, 120_000]);
  });
});

describe('a community that the site does not have', () => {
  it('says so, is logged once, and makes no refresh of others a failure', async () => {
    const monitor = await monitorTracking(database, { [willows]: 1, [lake]: 1 });
    monitor.answers.delete(lake);
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    for (let times = 0; times < 3; times++) {
      monitor.clock.ms += 60_000;
      expect(await refresh(monitor)).toMatchObject({
        lastRefreshSuccessAt: monitor.clock.ms,
        lastRefreshFailureAt: null,
        lastRead: { read: 1, of: 2 },
      });
    }
    expect(warn.mock.calls).toHaveLength(1);
    warn.mockRestore();
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({
      state: 'FAILED',
      stateReason: 'The listing site does not have this community.',
    });
  });

  it('makes a refresh a failure when the site has none of the communities', async () => {
    const monitor = await monitorTracking(database, { [willows]: 1, [lake]: 1 }, { minIntervalMs: 60_000 });
    monitor.answers.clear();
    expect(await refresh(monitor)).toMatchObject({ lastRefreshFailureAt: monitor.clock.ms });
    monitor.clock.ms += 1000;
    expect(await refresh(monitor)).toMatchObject({
      lastRefreshFailureAt: monitor.clock.ms,
      lastRefreshSuccessAt: null,
    });
  });
});
