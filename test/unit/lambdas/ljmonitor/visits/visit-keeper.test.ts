import { describe, expect, it } from '@jest/globals';
import { monitorStores } from 'lambdas/ljmonitor/compose';
import { visitKeeper } from 'lambdas/ljmonitor/visits/visit-keeper';
import type { Endpoint } from 'shared-types/contract/endpoint';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { ann } from '../support/test-routes.ts';

const minute = 60_000;
const database = await useMonitorDatabase();
const { listSortedHouses, getSummary, getVisit } = ljmonitorApi;

/** Creates a visit that has begun now, and a function that keeps it. */
async function begun() {
  const store = monitorStores({ client: database.client, TableName: await database.newTable() });
  const clock = { ms: 1000 * minute };
  const stored = { seenAtMs: clock.ms, sinceMs: 7 };
  const keep = visitKeeper({ store, now: () => new Date(clock.ms) });
  return {
    stored,
    find: () => store.findVisit(ann.userId),
    begin: () => store.putVisit(ann.userId, stored, undefined),
    after: async (minutes: number, call: Pick<Endpoint, 'key'> = listSortedHouses) => {
      clock.ms += minutes * minute;
      await keep(ann, call);
    },
  };
}

describe('a call', () => {
  it('keeps a visit going, so that it ends half an hour after the last of them', async () => {
    const { stored, begin, after, find } = await begun();
    await begin();
    for (const minutes of [4, 29, 29]) await after(minutes);
    expect(await find()).toEqual({ ...stored, seenAtMs: stored.seenAtMs + 62 * minute });
  });

  it('of a hidden tab does not', async () => {
    const { stored, begin, after, find } = await begun();
    await begin();
    for (const call of [getSummary, getVisit]) await after(4, call);
    expect(await find()).toEqual(stored);
  });

  it('begins no visit', async () => {
    const { stored, begin, after, find } = await begun();
    await after(1);
    expect(await find()).toBeUndefined();
    await begin();
    await after(40);
    expect(await find()).toEqual(stored);
  });

  it('looks at the visit once a minute', async () => {
    const { begin, after } = await begun();
    await begin();
    await after(2);
    database.takeCapacity();
    await after(0.9);
    expect(database.takeCapacity()).toEqual([]);
  });
});
