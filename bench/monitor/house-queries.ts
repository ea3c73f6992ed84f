import * as z from 'zod';
import { houseOrders } from 'shared-types/rules/monitor/house-orders';
import { startBackend } from '../local/backend.ts';
import { fillHouseTable } from './seed-houses.ts';
import { median, milliseconds, row, times, type Row } from '../row.ts';

export interface HouseQuery {
  what: string;
  houses: number;
  /** Read units of a function that has just started, and of its next call. */
  firstUnits: number;
  units: number;
  p50Ms: number;
}

const sorted = 'GET /api/ljmonitor/house/sorted';
const filters = [
  'minPrice=300',
  'minUnitPrice=20000',
  'minArea=60',
  'minRooms=2',
  'minYear=1960',
  'facing=南',
  'floor=低楼层',
];

/** Every call that looks at all houses. */
const queries: readonly (readonly [what: string, route: string, query: string])[] = [
  ['first page', 'GET /api/ljmonitor/house', ''],
  ['summary', 'GET /api/ljmonitor/summary', ''],
  ...houseOrders.map((order) => [`order ${order}`, sorted, `order=${order}`] as const),
  ...filters.map((filter) => [`filter ${filter}`, sorted, `order=-updateTime&${filter}`] as const),
  ['search', sorted, 'order=-updateTime&text=南北通透近地铁'],
];

/** Measures each call with the real function, for tables of several sizes in turn. A first call has built the packs. */
export async function measureHouseQueries(sizes: number[], calls: number): Promise<HouseQuery[]> {
  const backend = await startBackend();
  try {
    const cookie = await backend.signIn('Ann');
    const tables = [];
    for (const houses of sizes) {
      const environment = { TABLE_NAME: await fillHouseTable(backend, houses, Date.now() - 3_600_000) };
      const builder = backend.startThread('LJMonitorHttp', { environment });
      await builder.call('function', backend.apiEvent(sorted, { cookie, query: 'order=price&text=a' }));
      tables.push({ houses, environment, timed: backend.startThread('LJMonitorHttp', { environment }) });
    }
    const found: HouseQuery[] = [];
    for (const [what, route, query] of queries) {
      const event = backend.apiEvent(route, { cookie, query: encodeURI(query) });
      for (const { houses, environment, timed } of tables) {
        const metered = backend.startThread('LJMonitorHttp', { environment, metered: true });
        const unitsOf = async () => {
          backend.meter.take();
          z.object({ statusCode: z.literal(200) }).parse((await metered.call('function', event)).result);
          return backend.meter.take().reduce((sum, { units }) => sum + units, 0);
        };
        const [firstUnits, units] = [await unitsOf(), await unitsOf()];
        const spent: number[] = [];
        for (let call = 0; call < calls * 2; call += 1) {
          const { ms } = await timed.call('function', event);
          if (call >= calls) spent.push(ms);
        }
        found.push({ what, houses, firstUnits, units, p50Ms: median(spent) });
      }
    }
    return found;
  } finally {
    await backend.stop();
  }
}

/** Compares the larger table with the smaller one. */
export function houseQueryRows(found: HouseQuery[]): Row[] {
  const [few = 0, many = 0] = [...new Set(found.map(({ houses }) => houses))].toSorted((one, other) => one - other);
  const of = (what: string, houses: number) => found.find((each) => each.what === what && each.houses === houses);
  const firstPage = of('first page', many);
  return [...new Set(found.map(({ what }) => what))].flatMap((what) => {
    const [one, other] = [of(what, few), of(what, many)];
    if (!one || !other || !firstPage) return [];
    const label = `${what} at ${many.toLocaleString('en-US')}`;
    const units = `${other.firstUnits} at the start, then ${other.units} (${one.firstUnits}, ${one.units})`;
    if (what === 'search') {
      const ratio = other.p50Ms / firstPage.p50Ms;
      const value = `${times(ratio)} of the first page (${milliseconds(other.p50Ms)})`;
      return [
        row(20, `${label}: units`, units, '≤ 250', other.firstUnits <= 250),
        row(20, `${label}: p50`, value, '≤ 10×', ratio <= 10),
      ];
    }
    const ratio = other.p50Ms / one.p50Ms;
    return [
      row(20, `${label}: units`, units, '≤ 2×', other.firstUnits <= 2 * one.firstUnits && other.units <= 2 * one.units),
      row(20, `${label}: p50`, `${times(ratio)} (${milliseconds(other.p50Ms)})`, '≤ 2×', ratio <= 2),
    ];
  });
}
