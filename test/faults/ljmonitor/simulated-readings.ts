import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { minuteMs } from 'shared-types/rules/time';
import { captcha } from '../../unit/lambdas/ljmonitor/support/pages.ts';
import type { TestMonitor } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { dyingPorts, Life, unlessKilled } from './dying-ports.ts';
import type { Notebook } from './naive-counts.ts';
import type { Chance, SimulatedCommunity } from './simulated-city.ts';

/** A step that fails three times gives its community up, so no more workers are killed in one run. */
const mostKills = 2;

interface Simulation {
  monitor: TestMonitor;
  chance: Chance;
  communities: readonly SimulatedCommunity[];
  notebook: Notebook;
  /** Runs now and then between two pages. */
  check: (step: string) => Promise<void>;
}

/** Lets the real workers read communities, with a queue that repeats itself, workers that die, and a site that refuses pages. */
export function simulatedReadings({ monitor, chance, communities, notebook, check }: Simulation) {
  const { ports, clock, queue } = monitor;
  const faults = { kills: 0, repeats: 0, blocks: 0 };

  function takeNext() {
    const next = queue.toSorted((one, other) => one.dueMs - other.dueMs)[0];
    if (!next) return undefined;
    queue.splice(queue.indexOf(next), 1);
    clock.ms = Math.max(clock.ms, next.dueMs);
    return next;
  }

  /** Works off the queue. Some records come again, and what a killed worker had does so after a minute. */
  async function processQueue(killsLeft: number, afterRecord: (left: number) => Promise<void>) {
    let left = killsLeft;
    for (let deliveries = 0, next = takeNext(); next; deliveries += 1, next = takeNext()) {
      if (deliveries > 500) throw new Error('the queue never ends');
      const life = new Life(left > 0 && chance.is(0.2) ? chance.number(0, 40) : Infinity);
      if (await unlessKilled(monitorWorker(dyingPorts(monitor, life))(next.message))) {
        const isRepeated = chance.is(0.15);
        faults.repeats += isRepeated ? 1 : 0;
        if (isRepeated) queue.push({ ...next, dueMs: clock.ms + chance.number(0, 30) * 1000 });
        await afterRecord(left);
      } else {
        left -= 1;
        faults.kills += 1;
        queue.push({ ...next, dueMs: clock.ms + minuteMs });
      }
    }
    return left;
  }

  /** Shows the site's pages to the monitor, and returns those that it has seen. A site that refuses one refuses the others, too. */
  function showPages(pagesLeft: number) {
    let left = pagesLeft;
    return communities.map((community) => {
      const pages = new Set<number>();
      monitor.answers.set(community.resblockId, (page) => {
        left -= 1;
        if (left < 0) return captcha;
        pages.add(page);
        return community.show(page);
      });
      return { community, pages };
    });
  }

  return {
    faults,

    /** Reads all communities as the schedule does, and notes what the site has shown. */
    async read(isBlocked: boolean) {
      const startedAtMs = clock.ms;
      const isFirst = notebook.houses.size === 0;
      const shown = showPages(isBlocked ? chance.number(0, 3) : Infinity);
      const whole = new Set<SimulatedCommunity>();
      function note() {
        for (const { community, pages } of shown) {
          const rows = [...pages].flatMap(community.rowsOf);
          notebook.see(community.resblockId, rows, startedAtMs);
          if (pages.size < community.pageCount || whole.has(community)) continue;
          whole.add(community);
          notebook.miss(community.resblockId, rows, startedAtMs);
        }
      }
      /** What a killed worker has been shown may not be stored yet. */
      async function lookBetweenPages(killsLeft: number) {
        if (isFirst || killsLeft < mostKills || !chance.is(0.06)) return;
        note();
        await check('between two pages');
      }
      await startRefresh(ports);
      let killsLeft = isBlocked ? 0 : mostKills;
      for (let minutes = 0; queue.length > 0 || (await refreshStatus(ports)).isRefreshing; minutes += 1) {
        if (minutes > 20) throw new Error('the refresh never ends');
        killsLeft = await processQueue(killsLeft, lookBetweenPages);
        clock.ms += minuteMs;
      }
      faults.blocks += isBlocked ? 1 : 0;
      note();
    },
  };
}
