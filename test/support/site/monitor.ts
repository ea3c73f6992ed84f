import { randomUUID } from 'node:crypto';
import type { House, RefreshStatus } from 'shared-types/contract/ljmonitor';
import * as z from 'zod';
import { owner } from '../credentials.ts';
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
    const hasEnded = async () => {
      if (!status.isRefreshing) return true;
      seen.push(status.refreshingProcess);
      status = await call('GET /api/ljmonitor/batch/refreshStatus', {});
      return !status.isRefreshing;
    };
    await eventually(hasEnded, 120_000, 100);
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

  /** Makes these the tracked communities, with all their houses. */
  async track(...wanted: string[]): Promise<void> {
    await queuesEmpty(site);
    const tracked = (await call('GET /api/ljmonitor/resblock', {})).map(({ resblockId }) => resblockId);
    for (const resblockId of tracked.filter((each) => !wanted.includes(each)))
      await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    for (const resblockId of wanted.filter((each) => !tracked.includes(each)))
      await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    await queuesEmpty(site);
  },

  /** Waits until a refresh has ended that was not over at the time of this status. */
  refreshedSince: (before: RefreshStatus) =>
    eventually(async () => {
      const status = await call('GET /api/ljmonitor/batch/refreshStatus', {});
      return !status.isRefreshing && endOf(status) > endOf(before);
    }),

  /** Adds the owner's address as a channel, with the code that is mailed to it. */
  async addEmail(): Promise<void> {
    const params = { channelId: randomUUID() };
    await call('PUT /api/notify/channels/{channelId}', {
      params,
      body: { address: { kind: 'email', address: owner } },
    });
    const [, code = ''] = /(\d{6})/.exec((await subjectsTo(site)).at(-1) ?? '') ?? [];
    await call('POST /api/notify/channels/{channelId}/verify', { params, body: { code } });
  },

  /** Waits until the owner gets another mail than these, with this subject. */
  isMailed: (subject: RegExp, before: number) =>
    eventually(async () => (await subjectsTo(site)).slice(before).some((each) => subject.test(each))),

  /** Counts the mails to the owner. */
  countMails: async () => (await subjectsTo(site)).length,
});

const State = z.object({
  queues: z.array(
    z.object({ waiting: z.number(), inFlight: z.number(), delayed: z.number(), isDeadLetters: z.boolean() }),
  ),
});

/** Waits until no first reading of a community is under way: each step of one is a message. */
const queuesEmpty = (site: Site) =>
  eventually(
    async () =>
      State.parse(await site.control('/state'))
        .queues.filter(({ isDeadLetters }) => !isDeadLetters)
        .every(({ waiting, inFlight, delayed }) => waiting + inFlight + delayed === 0),
    30_000,
    50,
  );

const endOf = ({ lastRefreshSuccessAt, lastRefreshFailureAt }: RefreshStatus) =>
  Math.max(lastRefreshSuccessAt ?? 0, lastRefreshFailureAt ?? 0);

const subjectsTo = async (site: Site) =>
  Mails.parse(await site.control('/mail'))
    .filter(({ to }) => to === owner)
    .map(({ subject }) => subject);
