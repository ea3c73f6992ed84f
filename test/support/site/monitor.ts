import { setTimeout as pause } from 'node:timers/promises';
import type { House, RefreshStatus } from 'shared-types/contract/ljmonitor';
import * as z from 'zod';
import { eventually } from '../eventually.ts';
import type { Call } from './caller.ts';
import type { Site } from './site.ts';

const Mails = z.array(z.object({ to: z.string(), subject: z.string().default('') }));

/** Uses the monitor of a running site as its page does. */
export const ownerOf = (site: Site, call: Call) => ({
  /** Refreshes, and returns the progress values that were seen. */
  async refresh(): Promise<{ seen: number[]; status: RefreshStatus }> {
    const seen: number[] = [];
    let status = await call('POST /api/ljmonitor/batch/refreshAllHouse', {});
    const deadline = Date.now() + 30_000;
    while (status.isRefreshing && Date.now() < deadline) {
      seen.push(status.refreshingProcess);
      await pause(100);
      status = await call('GET /api/ljmonitor/batch/refreshStatus', {});
    }
    return { seen, status };
  },

  async everyHouse(): Promise<House[]> {
    const houses: House[] = [];
    for (;;) {
      const last = houses.at(-1);
      const page = await call('GET /api/ljmonitor/house', {
        query: last ? { fromUpdateTime: last.updateTime, fromHouseId: last.houseId } : {},
      });
      if (page.length === 0) return houses;
      houses.push(...page);
    }
  },

  /** Waits until the last mail to the owner has this subject. */
  isMailed: (subject: RegExp) =>
    eventually(async () => {
      const mails = Mails.parse(await site.control('/mail')).filter(({ to }) => to === 'owner@home.example');
      return subject.test(mails.at(-1)?.subject ?? '');
    }),
});
