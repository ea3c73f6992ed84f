import type { MeteredCall } from '../../test/support/dynamodb/capacity-meter.ts';
import { startBackend } from '../local/backend.ts';
import { apiCaller, unpaced, drainQueue } from './refresh-page.ts';
import { row, type Row, seconds, sum } from '../row.ts';
import { startUnchangingSite } from './unchanging-site.ts';

export interface RefreshRun {
  communities: number;
  pages: number;
  houses: number;
  /** The worker's DynamoDB requests, without the queue. */
  asked: MeteredCall[];
  /** The peak memory of the worker's process. */
  peakBytes: number;
  /** The memory that it holds after the refresh, without garbage. */
  liveBytes: number;
  workMs: number;
}

/**
 * Measures a refresh of many communities on whose pages nothing has changed, by the real worker in a process of its
 * own. With less memory than it is deployed with, it fails if it holds more than that.
 */
export async function measureRefreshRun(
  communities: number,
  pages: number,
  options: { memoryMb?: number } = {},
): Promise<RefreshRun> {
  const site = await startUnchangingSite({ communities, pages });
  const backend = await startBackend();
  try {
    const environment = { ...unpaced, LISTING_ORIGIN: site.origin };
    const ask = apiCaller(backend, environment, await backend.signIn('Ann'));
    const first = backend.startThread('LJMonitorRefresh', { environment });
    for (const resblockId of site.resblockIds) await ask('PUT /api/ljmonitor/resblock/{resblockId}', { resblockId });
    await drainQueue(backend, first);

    const worker = backend.startProcess('LJMonitorRefresh', { environment, metered: true, ...options });
    await ask('POST /api/ljmonitor/batch/refreshAllHouse');
    backend.meter.take();
    const workMs = await drainQueue(backend, worker);
    const asked = backend.meter.take();
    const houses = communities * pages * site.rowsOnPage;
    const memory = { peakBytes: worker.peakBytes(), liveBytes: await worker.liveBytes() };
    return { communities, pages, houses, asked, ...memory, workMs };
  } finally {
    site.close();
    await backend.stop();
  }
}

const maxUnitsPerHouse = 0.05;
const maxUnitsPerPage = 6;
const maxBytes = 200_000_000;

/** Returns the write units of a page: the site limiter, the crawl, and at its end the community and the run. */
export const writeUnitsPerPage = ({ communities, pages, asked }: RefreshRun) =>
  sum(asked.filter(({ written }) => written.length > 0).map(({ units }) => units)) / communities / pages;

const comparing = ({ asked, houses }: RefreshRun) =>
  sum(asked.filter(({ index }) => index === 'gsi2').map(({ units }) => units)) / houses;

export function refreshRunRows(run: RefreshRun): Row[] {
  const { communities, pages, asked, workMs } = run;
  const what = `refresh of ${communities} communities × ${pages} unchanged pages`;
  const known = comparing(run);
  const houseRows = asked.flatMap(({ written }) => written).filter((pk) => pk.startsWith('HOUSE#')).length;
  const requests = `${asked.length} requests in ${seconds(workMs)}`;
  return [
    row(8, `${what}: writes of house rows`, `${houseRows} (${requests})`, '0', houseRows === 0),
    row(
      8,
      'the same: units read to compare a house',
      known.toFixed(3),
      `≤ ${maxUnitsPerHouse}`,
      known <= maxUnitsPerHouse,
    ),
    ...scaleRows(run),
  ];
}

/** A refresh of many houses keeps to these limits. */
export function scaleRows(run: RefreshRun): Row[] {
  const { communities, pages, peakBytes, liveBytes } = run;
  const what = `refresh of ${communities} communities × ${pages} unchanged pages`;
  const units = writeUnitsPerPage(run);
  return [
    row(8, `${what}: write units a page`, units.toFixed(2), `≤ ${maxUnitsPerPage}`, units <= maxUnitsPerPage),
    row(
      8,
      'the same: peak memory of the worker’s process',
      `${Math.round(peakBytes / 1e6)} MB (${Math.round(liveBytes / 1e6)} MB without garbage)`,
      `≤ ${maxBytes / 1e6} MB`,
      peakBytes <= maxBytes,
    ),
  ];
}
