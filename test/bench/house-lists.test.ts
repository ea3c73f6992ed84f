import { beforeAll, expect, it } from '@jest/globals';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { maxHousesOfQuery } from 'shared-types/rules/limits';
import {
  chosenHouses,
  houseIdAt,
  reader,
  relistedEach,
  startPackedMonitor,
} from '../../bench/houses/packed-monitor.ts';
import { useMonitorDatabase } from '../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { nothing } from '../unit/lambdas/ljmonitor/support/test-routes.ts';

const mostUnits = 100;
/** Once for each function instance, a page reads the packs, too: besides every mark, the texts of all houses, or both. */
const mostUnitsOfFirst = { withMarks: 115, withTexts: 130, withBoth: 175 };

const database = await useMonitorDatabase();

let monitor: Awaited<ReturnType<typeof startPackedMonitor>>;
beforeAll(async () => {
  monitor = await startPackedMonitor(database, 40, 500);
}, 120_000);

const takeUnits = () => database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

it.each([
  ['in another order', { order: 'price' }, 20_000, mostUnits],
  ['of houses that are new', { order: 'price', change: 'new', changedWithinDays: 7 }, 19_600, mostUnits],
  ['of starred houses', { order: '-updateTime', choice: 'starred' }, chosenHouses, mostUnits],
  ['of unread houses', { order: '-updateTime', unread: 'true' }, chosenHouses, mostUnitsOfFirst.withMarks],
  [
    'of unread houses with a word',
    { order: '-updateTime', unread: 'true', text: '青枫' },
    chosenHouses,
    mostUnitsOfFirst.withBoth,
  ],
  ['with a word that no house has', { order: '-updateTime', text: '六铺炕' }, 0, mostUnitsOfFirst.withTexts],
] as const)('a page of 20,000 houses %s takes few read units', async (_, query, matches, mostOfFirst) => {
  const { listSortedHouses } = ljmonitorRoutes(monitor.ports);
  const page = () => listSortedHouses({ ...nothing, user: reader, query });
  takeUnits();
  // A function instance reads the packs into its memory once.
  await page();
  expect(takeUnits()).toBeLessThanOrEqual(mostOfFirst);
  expect(await page()).toMatchObject({ matches, houses: { length: Math.min(matches, 30) } });
  expect(takeUnits()).toBeLessThanOrEqual(mostUnits);
});

it.each([
  [20_000, 50],
  [300, relistedEach],
])('the links between %d houses take few read units', async (houses, links) => {
  const { ports } = houses === 20_000 ? monitor : await startPackedMonitor(database, 1, houses);
  const { listRelistings } = ljmonitorRoutes(ports);
  await listRelistings({ ...nothing, user: reader });
  takeUnits();
  expect(await listRelistings({ ...nothing, user: reader })).toHaveLength(links);
  expect(takeUnits()).toBeLessThanOrEqual(mostUnits);
});

it('the links of the rows that appear together take few read units', async () => {
  const { listRelistings } = ljmonitorRoutes(monitor.ports);
  // Each community has ten houses of five flats first, and then others.
  const houseIds = Array.from({ length: maxHousesOfQuery }, (_, place) => houseIdAt(place));
  const ask = () => listRelistings({ ...nothing, user: reader, query: { houseIds } });
  await ask();
  takeUnits();
  expect(await ask()).toHaveLength(relistedEach);
  expect(takeUnits()).toBeLessThanOrEqual(mostUnits / 2);
});

it('a list of one community reads none of the updates of the others', async () => {
  const { listSortedHouses } = ljmonitorRoutes(monitor.ports);
  const query = { order: 'price' as const, resblockIds: ['1199027310000'] };
  const page = () => listSortedHouses({ ...nothing, user: reader, query });
  await page();
  takeUnits();
  expect(await page()).toMatchObject({ matches: 500 });
  expect(takeUnits()).toBeLessThanOrEqual(mostUnits / 2);
});
