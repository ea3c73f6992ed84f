import { priceDropOf } from '../house.ts';
import { floorLevels, type HouseFacts } from './house-facts.ts';

/** The orders of the house list besides that by update time. A minus means descending. */
export const houseOrders = [
  'price',
  '-price',
  'unitPrice',
  '-unitPrice',
  '-createTime',
  'createTime',
  '-updateTime',
  '-drop',
  'area',
  '-area',
  '-rooms',
  '-floor',
  '-year',
  'year',
] as const;
export type HouseOrder = (typeof houseOrders)[number];

/** A house without a fact or a price comes last in an order of it. */
interface Sortable extends Pick<HouseFacts, 'area' | 'rooms' | 'floor' | 'year'> {
  price: number | null;
  /** 0 means unknown. Such houses come last. */
  unitPrice: number;
  createTime: number;
  updateTime: number;
  drop: number;
}

const maxSortValue = 1e12;

const sortValues: Record<HouseOrder, (house: Sortable) => number> = {
  price: ({ price }) => price ?? maxSortValue,
  '-price': ({ price }) => -(price ?? 0),
  unitPrice: ({ unitPrice }) => unitPrice || maxSortValue,
  '-unitPrice': ({ unitPrice }) => -unitPrice,
  '-createTime': ({ createTime }) => -createTime,
  createTime: ({ createTime }) => createTime,
  '-updateTime': ({ updateTime }) => -updateTime,
  area: ({ area = maxSortValue }) => area,
  '-area': ({ area = 0 }) => -area,
  '-rooms': ({ rooms = -1 }) => -rooms,
  '-floor': ({ floor }) => (floor === undefined ? 1 : -floorLevels.indexOf(floor)),
  '-year': ({ year = 0 }) => -year,
  year: ({ year = maxSortValue }) => year,
  '-drop': ({ drop }) => -drop,
};

/** Houses with smaller values come first. Equal values are ordered by house id. */
export const sortValue = (order: HouseOrder, house: Sortable): number => sortValues[order](house);

interface ShownHouse extends Omit<Sortable, 'drop' | keyof HouseFacts> {
  prices: readonly { price: number }[];
  facts: HouseFacts;
}

/** Returns the sort value of a house as a list shows it. */
export const placeOf = (order: HouseOrder, house: ShownHouse): number =>
  sortValue(order, { ...house, ...house.facts, drop: priceDropOf(house) });
