import * as z from 'zod';
import type { MeteredCall } from '../../test/support/dynamodb/capacity-meter.ts';
import { type Backend, startBackend } from '../local/backend.ts';
import { fillHouseTable } from './seed-houses.ts';
import { median, milliseconds, row, times, type Row } from '../row.ts';

export interface HouseListPage {
  /** The number of houses in the table. */
  houses: number;
  /** The number of houses on the page. */
  shown: number;
  p50Ms: number;
  /** Everything that the call asks of DynamoDB. */
  asked: MeteredCall[];
}

/** Measures the first page of the house list with the real function, for tables of several sizes in turn. */
export async function measureHouseList(sizes: number[], calls: number): Promise<HouseListPage[]> {
  const backend = await startBackend();
  try {
    const event = backend.apiEvent('GET /api/ljmonitor/house', { cookie: await backend.signIn('Ann') });
    const pages = [];
    for (const houses of sizes) {
      const environment = { TABLE_NAME: await fillHouseTable(backend, houses) };
      const cost = await costOf(backend, environment, event);
      const thread = backend.startThread('LJMonitorHttp', { environment });
      pages.push({ houses, ...cost, thread, spent: new Array<number>() });
    }
    const warmUp = Math.ceil(calls / 4);
    for (let call = 0; call < warmUp + calls; call += 1) {
      for (const { thread, spent } of pages) {
        const { ms } = await thread.call('function', event);
        if (call >= warmUp) spent.push(ms);
      }
    }
    return pages.map(({ houses, shown, asked, spent }) => ({ houses, shown, asked, p50Ms: median(spent) }));
  } finally {
    await backend.stop();
  }
}

const Answer = z.object({ statusCode: z.literal(200), body: z.string() });

async function costOf(backend: Backend, environment: Record<string, string>, event: unknown) {
  const thread = backend.startThread('LJMonitorHttp', { environment, metered: true });
  backend.meter.take();
  const { result } = await thread.call('function', event);
  const shown = z.array(z.unknown()).parse(JSON.parse(Answer.parse(result).body)).length;
  return { shown, asked: backend.meter.take() };
}

/** Returns the units of each query that a page needs. */
export const queryUnits = ({ asked }: HouseListPage) =>
  asked.filter(({ operation }) => operation === 'Query').map(({ units }) => units);

/**
 * Returns a row for each number of houses, from the fewest to the most. The time is compared with the table next to
 * last, which should hold just one full page: a page of fewer houses would be shorter, not faster.
 */
export function houseListRows(pages: HouseListPage[]): Row[] {
  const units = pages.map((page) => {
    const asked = page.asked.map(({ operation, units: cost }) => `${operation} ${cost}`).join(', ');
    const met = queryUnits(page).every((cost) => cost >= 0.5 && cost <= 1.5);
    return row(7, `house list at ${grouped(page.houses)}: units`, asked, '0.5 to 1.5 per Query', met);
  });
  const [onePage, many] = pages.slice(-2);
  if (!onePage || !many) return units;
  const ratio = many.p50Ms / onePage.p50Ms;
  const what = `house list at ${grouped(many.houses)}: p50, against ${grouped(onePage.houses)}`;
  const value = `${times(ratio)} (${milliseconds(many.p50Ms)} against ${milliseconds(onePage.p50Ms)})`;
  return [...units, row(7, what, value, '≤ 1.30×', ratio <= 1.3)];
}

const grouped = (count: number) => count.toLocaleString('en-US');
