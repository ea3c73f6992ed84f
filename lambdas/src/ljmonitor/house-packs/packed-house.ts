import { type ChangeTimes, priceDropOf, timedChanges } from 'shared-types/rules/house';
import {
  directions,
  factsOf,
  type Fittings,
  fittingsOf,
  floorLevels,
  type HouseFacts,
} from 'shared-types/rules/monitor/house-facts';
import { foldText } from 'shared-types/rules/search/fold-text';
import type { House, PriceAt } from '../houses/house.ts';

/** A house as far as lists sort and filter it, and as far as its facts tell whether another house is the same flat. */
export interface PackedHouse extends HouseFacts {
  houseId: string;
  removed: boolean;
  price: number | null;
  unitPrice: number;
  createTime: number;
  updateTime: number;
  drop: number;
  fittings?: Fittings | undefined;
  /** Prices and times of changes tell the news of a house. Most houses have one price, and no change. */
  prices: readonly PriceAt[];
  changeTimes: ChangeTimes;
  /** The beginning of the hash of the version. */
  version: string;
  /** Title, description and tags, as a search compares them. Only a search loads them. */
  text?: string | undefined;
}

export type PackedText = Pick<PackedHouse, 'houseId' | 'text'>;

/**
 * 24 bits tell the versions of one house apart that the list of updates does not name. They do not compress, so more of them would
 * be half of a pack.
 */
export const packedVersionOf = ({ hash }: Pick<House, 'hash'>) => hash.slice(0, 4);

export function packHouse(house: House): PackedHouse {
  return {
    houseId: house.houseId,
    removed: house.removed,
    price: house.price,
    unitPrice: house.unitPrice,
    createTime: house.createTimeMs,
    updateTime: house.updateTimeMs,
    drop: priceDropOf(house),
    // The first price that the site shows of a house is news, too.
    prices: house.prices.length > 1 || house.changeTimes.price !== undefined ? house.prices : [],
    changeTimes: house.changeTimes,
    version: packedVersionOf(house),
    fittings: fittingsOf(house.description),
    ...factsOf(house.description),
  };
}

export const packText = ({ title, description, tags }: House): string =>
  foldText([title, description, ...tags].join(' ')).replaceAll(/\p{Cc}/gu, ' ');

type Column<Row> = readonly [write: (row: Row) => string | number | undefined, read: (cell: string) => Partial<Row>];

/** Times count from the first listing, because short numbers compress better. */
const writePrices = ({ prices, createTime }: PackedHouse) =>
  prices.map(({ time, price }) => `${time - createTime}:${price}`).join(';');
const writeChanges = ({ changeTimes, createTime }: PackedHouse) =>
  timedChanges
    .flatMap((change, index) => (changeTimes[change] ? [`${index}:${changeTimes[change] - createTime}`] : []))
    .join(';');

const readPairs = (cell = '') =>
  cell === '' ? [] : cell.split(';').map((pair) => [Number(pair.split(':')[0]), Number(pair.split(':')[1])] as const);

function readChanges(cell: string | undefined, createTime: number): ChangeTimes {
  const times: ChangeTimes = {};
  for (const [index, distance] of readPairs(cell)) {
    const change = timedChanges[index];
    if (change) times[change] = createTime + distance;
  }
  return times;
}

const numberOf = (cell: string) => (cell === '' ? undefined : Number(cell));
const facingOf = (mask: number) => directions.filter((_, index) => (mask & (1 << index)) !== 0);
const maskOf = (facing: HouseFacts['facing'] = []) =>
  facing.reduce((mask, each) => mask | (1 << directions.indexOf(each)), 0);

/** Similar values stand side by side, because that halves the compressed size. */
const columns: readonly Column<PackedHouse>[] = [
  [({ removed }) => (removed ? 1 : ''), (cell) => ({ removed: cell !== '' })],
  [({ price }) => price ?? '', (cell) => ({ price: cell === '' ? null : Number(cell) })],
  [({ unitPrice }) => unitPrice, (cell) => ({ unitPrice: Number(cell) })],
  [({ createTime }) => createTime, (cell) => ({ createTime: Number(cell) })],
  [({ drop }) => drop || '', (cell) => ({ drop: Number(cell) })],
  [({ version }) => version, (version) => ({ version })],
  [({ rooms }) => rooms, (cell) => ({ rooms: numberOf(cell) })],
  [({ area }) => area, (cell) => ({ area: numberOf(cell) })],
  [({ facing }) => maskOf(facing) || '', (cell) => (cell === '' ? {} : { facing: facingOf(Number(cell)) })],
  [
    ({ floor }) => floor && floorLevels.indexOf(floor),
    (cell) => (cell === '' ? {} : { floor: floorLevels[Number(cell)] }),
  ],
  [({ year }) => year, (cell) => ({ year: numberOf(cell) })],
  [({ halls }) => halls, (cell) => ({ halls: numberOf(cell) })],
  [({ fittings }) => fittings, (cell) => ({ fittings: fittingsOf(cell) })],
  [({ floors }) => floors, (cell) => ({ floors: numberOf(cell) })],
];

const lineOf = (cells: readonly (string | number | undefined)[]) => cells.map((cell) => cell ?? '').join(',');

/** Writes one line for each column. The update time is mostly the time of the first listing, so their distance is written. */
export function writeHouses(houses: readonly PackedHouse[]): string {
  return [
    lineOf(houses.map(({ houseId }) => houseId)),
    lineOf(houses.map(({ updateTime, createTime }) => updateTime - createTime || '')),
    lineOf(houses.map(writePrices)),
    lineOf(houses.map(writeChanges)),
    ...columns.map(([write]) => lineOf(houses.map(write))),
  ].join('\n');
}

export function readHouses(text: string): PackedHouse[] {
  const [ids = [], distances = [], prices = [], changes = [], ...rest] = text
    .split('\n')
    .map((line) => line.split(','));
  if (text === '' || ids[0] === '') return [];
  return ids.map((houseId, index) => {
    const house: PackedHouse = {
      houseId,
      removed: false,
      price: null,
      unitPrice: 0,
      createTime: 0,
      updateTime: 0,
      drop: 0,
      prices: [],
      changeTimes: {},
      version: '',
    };
    for (const [column, [, read]] of columns.entries()) Object.assign(house, read(rest[column]?.[index] ?? ''));
    const { createTime } = house;
    house.updateTime = createTime + Number(distances[index] ?? 0);
    house.prices = readPairs(prices[index]).map(([distance, price]) => ({ time: createTime + distance, price }));
    house.changeTimes = readChanges(changes[index], createTime);
    return house;
  });
}

export const writeTexts = (texts: readonly PackedText[]): string =>
  texts.map(({ houseId, text = '' }) => `${houseId}\t${text}`).join('\n');

export const readTexts = (text: string): PackedText[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const at = line.indexOf('\t');
        return { houseId: line.slice(0, at), text: line.slice(at + 1) };
      });
