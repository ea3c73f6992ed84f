import type { Asked } from '../../test/support/dynamodb/capacity-meter.ts';
import { startBackend } from '../local/backend.ts';
import { apiCaller, unpaced, drainQueue } from './refresh-page.ts';
import { row, type Row, seconds, sum } from '../row.ts';
import { startStillSite } from './unchanging-site.ts';

export interface RefreshRun {
  communities: number;
  pages: number;
  houses: number;
  /** The worker's DynamoDB requests, without the queue. */
  asked: Asked[];
  /** The peak memory of the worker's process. */
  peakBytes: number;
  workMs: number;
}

/** A refresh of many communities on whose pages nothing has changed, by the real worker in a process of its own. */
export async function measureRefreshRun(communities: number, pages: number): Promise<RefreshRun> {
  const site = await startStillSite({ communities, pages });
  const backend = await startBackend();
  try {
    const environment = { ...unpaced, LISTING_ORIGIN: site.origin };
    const ask = apiCaller(backend, environment, await backend.signIn('Ann'));
    const first = backend.startThread('LJMonitorRefresh', { environment });
    for (const resblockId of site.resblockIds) await ask('PUT /api/ljmonitor/resblock/{resblockId}', { resblockId });
    await drainQueue(backend, first);

    const worker = backend.startProcess('LJMonitorRefresh', { environment, metered: true });
    await ask('POST /api/ljmonitor/batch/refreshAllHouse');
    backend.meter.take();
    const workMs = await drainQueue(backend, worker);
    const asked = backend.meter.take();
    const houses = communities * pages * site.rowsOnPage;
    return { communities, pages, houses, asked, peakBytes: worker.peakBytes(), workMs };
  } finally {
    site.close();
    await backend.stop();
  }
}

const maxUnitsPerHouse = 0.05;
const maxBytes = 200_000_000;

export function refreshRunRows({ communities, pages, houses, asked, peakBytes, workMs }: RefreshRun): Row[] {
  const unitsOf = (operation: string) =>
    sum(asked.filter((each) => each.operation === operation).map(({ units }) => units));
  const what = `refresh of ${communities} communities × ${pages} unchanged pages`;
  const known = unitsOf('Query') / houses;
  const houseRows = asked.flatMap(({ written }) => written).filter((pk) => pk.startsWith('HOUSE#')).length;
  const requests = `${asked.length} requests in ${seconds(workMs)}`;
  const places = unitsOf('BatchGetItem') + unitsOf('GetItem');
  return [
    row(8, `${what}: writes of house rows`, `${houseRows} (${requests})`, '0', houseRows === 0),
    row(
      8,
      'the same: units read to compare a house',
      `${known.toFixed(3)} (and ${places / communities / pages} a page for run, cursor and community)`,
      `≤ ${maxUnitsPerHouse}`,
      known <= maxUnitsPerHouse,
    ),
    row(
      8,
      'the same: peak memory of the worker’s process',
      `${Math.round(peakBytes / 1e6)} MB`,
      `≤ ${maxBytes / 1e6} MB`,
      peakBytes <= maxBytes,
    ),
  ];
}
