import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import type { InputOf } from 'shared-types/contract/api';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import { houseOrders } from 'shared-types/rules/monitor/house-orders';
import { startMonitorDatabase } from '../../test/unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { median, milliseconds, row, type Row, times } from '../row.ts';
import { reader, startPackedMonitor } from './packed-monitor.ts';

type Query = NonNullable<InputOf<'GET /api/ljmonitor/house/sorted'>['query']>;

/** The p50 of one call among few and among many houses. */
export interface ListTimes {
  what: string;
  fewMs: number;
  manyMs: number;
  /** The houses on a page of each, or the unread ones that a summary counts: as many, or the times do not compare. */
  shown: readonly [few: number, many: number];
}

const filters: [string, Partial<Query>][] = [
  ['price', { minPrice: 500, maxPrice: 700 }],
  ['unit price', { minUnitPrice: 110_000 }],
  ['area', { minArea: 80 }],
  ['rooms', { minRooms: 3 }],
  ['year', { minYear: 2000 }],
  ['days on offer', { maxDays: 30 }],
  ['facing', { facing: '南' }],
  ['floor', { floor: '中楼层' }],
  ['for sale', { onOffer: 'true' }],
  ['change', { change: 'new', changedWithinDays: 7 }],
  ['starred', { choice: 'starred' }],
  ['unread', { unread: 'true' }],
  ['news', { news: 'new' }],
  ['search', { text: '南北通透' }],
  ['search without a match', { text: '六铺炕' }],
];

const queries: [what: string, query: Query][] = [
  ...houseOrders.map((order): [string, Query] => [`order ${order}`, { order }]),
  ...filters.map(([what, query]): [string, Query] => [`filter ${what}`, { order: '-updateTime', ...query }]),
];

/** Measures 'read all' of as many houses as one call takes, p50. */
export async function measureReadAll(calls: number): Promise<number> {
  const database = await startMonitorDatabase();
  try {
    const monitor = await startPackedMonitor(database, 1, maxHousesPerBatch);
    const routes = ljmonitorRoutes(monitor.ports);
    const houses = await monitor.ports.store.pageHouses({ has: () => true }, undefined, maxHousesPerBatch);
    const body = { houseIdList: houses.map(({ houseId }) => houseId) };
    const taken: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      // A later mark replaces each of the former ones.
      monitor.clock.ms += 1000;
      const begin = performance.now();
      await routes.markHousesRead({ params: {}, query: {}, body, user: reader });
      taken.push(performance.now() - begin);
    }
    return median(taken);
  } finally {
    await database.stop();
  }
}

const mostReadAllMs = 500;

export const readAllRow = (ms: number): Row =>
  row(
    16,
    `'read all' of ${maxHousesPerBatch} houses, p50`,
    milliseconds(ms),
    `≤ ${milliseconds(mostReadAllMs)}`,
    ms <= mostReadAllMs,
  );

/** Measures the summary and each list, by functions that have the packs in their memory. */
export async function measureHouseLists(communities: number, housesEach: number, calls: number): Promise<ListTimes[]> {
  const database = await startMonitorDatabase();
  try {
    const nothing = { params: {}, query: {}, body: {}, user: reader };
    const few = ljmonitorRoutes((await startPackedMonitor(database, 1, 300)).ports);
    const many = ljmonitorRoutes((await startPackedMonitor(database, communities, housesEach)).ports);
    const ask = async (routes: typeof few, query: Query | undefined) =>
      query
        ? (await routes.listSortedHouses({ ...nothing, query })).houses.length
        : (await routes.getSummary(nothing)).unread;
    const timeOf = async (routes: typeof few, query: Query | undefined) => {
      const begin = performance.now();
      await ask(routes, query);
      return performance.now() - begin;
    };
    const measured: ListTimes[] = [];
    for (const [what, query] of [['summary', undefined] as const, ...queries]) {
      const [fewTimes, manyTimes]: [number[], number[]] = [[], []];
      // The first call loads the packs.
      const shown = [await ask(few, query), await ask(many, query)] as const;
      for (let call = 0; call < calls; call += 1) {
        fewTimes.push(await timeOf(few, query));
        manyTimes.push(await timeOf(many, query));
      }
      measured.push({ what, fewMs: median(fewTimes), manyMs: median(manyTimes), shown });
    }
    return measured;
  } finally {
    await database.stop();
  }
}

const mostTimes = 2;

export const houseListRows = (measured: readonly Omit<ListTimes, 'shown'>[]): Row[] =>
  measured.map(({ what, fewMs, manyMs }) =>
    row(
      15,
      `${what}, p50, of 20,000 houses and of 300`,
      `${milliseconds(manyMs)} and ${milliseconds(fewMs)}: ${times(manyMs / fewMs)}`,
      `≤ ${times(mostTimes)}`,
      manyMs <= mostTimes * fewMs,
    ),
  );
