import { describe, expect, it, jest } from '@jest/globals';
import { minuteMs } from 'shared-types/rules/time';
import { housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { lake, monitorTracking, refresh, willows } from '../support/tracked-communities.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

const database = await useMonitorDatabase();

/**
 * Reads these houses one after the other, two on a page, of which each takes its time, and returns the digest that follows. Another
 * community is read before.
 */
async function newMonitor({ msPerPage = 0, msBefore = 0 } = {}) {
  const monitor = await monitorTracking(database, { [lake]: 2, [willows]: 0 });
  const [pageOfLake] = pagesOf(lake, housesOf(lake, 2));
  monitor.answers.set(lake, () => {
    monitor.clock.ms += msBefore;
    return pageOfLake ?? { kind: 'notFound' };
  });
  return async (...numbers: number[]) => {
    monitor.clock.ms += 8 * 3_600_000;
    const rows = numbers.map((number) => rowOf(willows, number));
    const pages = pagesOf(willows, rows, 2);
    monitor.answers.set(willows, (page) => {
      monitor.clock.ms += msPerPage;
      return pages[page - 1] ?? { kind: 'notFound' };
    });
    await refresh(monitor);
    return monitor.mails.splice(0).flatMap(({ text }) => text.match(/NEW .*/g) ?? []);
  };
}

const slow = { msPerPage: 10 * minuteMs };

describe('a house of the second reading', () => {
  // While the second page is awaited, house 1 is sold and house 5 is offered at the end, so that house 3 slides past the reader.
  it('is no news when it may have slid past a slow first one', async () => {
    const read = await newMonitor(slow);
    expect(await read(1, 2, 4, 5)).toEqual([]);
    expect(await read(2, 3, 4, 5)).toEqual([]);
    expect(await read(6, 2, 3, 4, 5)).toEqual([expect.stringContaining('House 6')]);
  });

  it.each([
    ['', {}],
    [' late in a long run', { msBefore: 60 * minuteMs }],
  ])('is news at once after a first one of minutes%s, although other houses are gone', async (_, times) => {
    const read = await newMonitor(times);
    expect(await read(1, 2, 4, 5)).toEqual([]);
    expect(await read(2, 3, 4, 5)).toEqual([expect.stringContaining('House 3')]);
  });

  it('is news at once when all houses of a slow first one are on offer still', async () => {
    const read = await newMonitor(slow);
    expect(await read(1, 2, 4, 5)).toEqual([]);
    expect(await read(1, 2, 3, 4, 5)).toEqual([expect.stringContaining('House 3')]);
  });

  it('is news when only such houses are missing as the reading before has missed, too', async () => {
    const read = await newMonitor(slow);
    expect(await read(1, 2, 4, 5)).toEqual([]);
    expect(await read(2, 4, 3, 5)).toEqual([]);
    expect(await read(6, 2, 4, 3, 5)).toEqual([expect.stringContaining('House 6')]);
  });

  it('is news when the first one had one page', async () => {
    const read = await newMonitor();
    expect(await read(1, 2)).toEqual([]);
    expect(await read(2, 3)).toEqual([expect.stringContaining('House 3')]);
  });
});
