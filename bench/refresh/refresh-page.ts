import * as z from 'zod';
import type { MeteredCall } from '../../test/support/dynamodb/capacity-meter.ts';
import { type Backend, startBackend } from './backend.ts';
import { startUnchangingSite } from './unchanging-site.ts';
import { kilobytes, median, milliseconds, row, sum, times, type Row } from '../row.ts';

export interface RefreshPage {
  pageBytes: number;
  /** The number of houses that the first refresh stored. */
  houses: number;
  /** The worker's whole work for one refresh, p50. */
  refreshMs: number;
  /** Only fetching the same page and finding its houses, p50. */
  readMs: number;
  /** The DynamoDB requests of one refresh that finds everything unchanged. */
  asked: MeteredCall[];
}

const unpaced = {
  LISTING_PACE_MS: '0',
  LISTING_REMOVAL_GAP_MS: '0',
  LISTING_MIN_INTERVAL_MS: '0',
  LISTING_REQUESTS_PER_DAY: '1000000',
  REFRESHES_PER_DAY: '1000000',
  SITE_REFRESHES_PER_DAY: '1000000',
};

/** Measures a community of one page that the real worker refreshes again and again, with nothing new on it. */
export async function measureRefreshPage(refreshes: number): Promise<RefreshPage> {
  const site = await startUnchangingSite({ communities: 1, pages: 1 });
  const [resblockId = ''] = site.resblockIds;
  const backend = await startBackend();
  try {
    const environment = { ...unpaced, LISTING_ORIGIN: site.origin };
    const ask = apiCaller(backend, environment, await backend.signIn('Ann'));
    const anchor = new URL('./read-page.ts', import.meta.url);
    const worker = backend.startThread('LJMonitorRefresh', { environment, anchor });
    const startRefresh = () => ask('POST /api/ljmonitor/batch/refreshAllHouse');

    await ask('PUT /api/ljmonitor/resblock/{resblockId}', { resblockId });
    await drainQueue(backend, worker);
    const houses = z.array(z.object({ removed: z.literal(false) })).parse(await ask('GET /api/ljmonitor/house'));

    const refreshTimes: number[] = [];
    const readTimes: number[] = [];
    const warmUp = Math.ceil(refreshes / 4);
    for (let round = 0; round < warmUp + refreshes; round += 1) {
      await startRefresh();
      const refreshMs = await drainQueue(backend, worker);
      const { ms } = await worker.call('anchor', { origin: site.origin, resblockId });
      if (round < warmUp) continue;
      refreshTimes.push(refreshMs);
      readTimes.push(ms);
    }

    const metered = backend.startThread('LJMonitorRefresh', { environment, metered: true });
    await startRefresh();
    backend.meter.take();
    await drainQueue(backend, metered);
    const asked = backend.meter.take();

    return {
      pageBytes: site.pageBytes,
      houses: houses.length,
      refreshMs: median(refreshTimes),
      readMs: median(readTimes),
      asked,
    };
  } finally {
    site.close();
    await backend.stop();
  }
}

const Answer = z.object({ statusCode: z.literal(200), body: z.string() });

/** Calls the monitor's API as a signed-in user. */
function apiCaller(backend: Backend, environment: Record<string, string>, cookie: string) {
  const thread = backend.startThread('LJMonitorHttp', { environment });
  return async (routeKey: string, pathParameters: Record<string, string> = {}): Promise<unknown> => {
    const event = backend.apiEvent(routeKey, cookie, pathParameters);
    const { result } = await thread.call('function', event);
    return JSON.parse(Answer.parse(result).body);
  };
}

interface Worker {
  call(name: string, event: unknown): Promise<{ ms: number }>;
}

/** Gives the worker every message of the queue. Returns the total time of its work. */
async function drainQueue({ queue }: Backend, worker: Worker): Promise<number> {
  const spent: number[] = [];
  for (let message = queue.take(); message; message = queue.take()) {
    spent.push((await worker.call('function', message)).ms);
  }
  return sum(spent);
}

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem']);

/** Counts the writes, split into house items and the items of the run itself. */
export function countWrites({ asked }: RefreshPage) {
  const rows = asked.flatMap(({ written }) => written);
  return {
    houseRows: rows.filter((pk) => pk.startsWith('HOUSE#')).length,
    otherRows: rows.filter((pk) => !pk.startsWith('HOUSE#')).length,
    units: sum(asked.filter(({ operation }) => writes.has(operation)).map(({ units }) => units)),
  };
}

export function refreshPageRows(measured: RefreshPage): Row[] {
  const { pageBytes, houses, refreshMs, readMs } = measured;
  const { houseRows, otherRows, units } = countWrites(measured);
  const ratio = refreshMs / readMs;
  const page = `${kilobytes(pageBytes)} page of ${houses} houses`;
  return [
    row(
      8,
      `refresh of an unchanged ${page}, p50, against fetch and parse`,
      `${times(ratio)} (${milliseconds(refreshMs)} against ${milliseconds(readMs)})`,
      '≤ 2.50×',
      ratio <= 2.5,
    ),
    row(
      8,
      'the same: writes of house rows',
      `${houseRows} (and ${otherRows} of gate, cursor and run: ${units} units)`,
      '0',
      houseRows === 0,
    ),
  ];
}
