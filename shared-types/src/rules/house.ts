/** The part of a house that decides whether a person has seen it. */
interface ReadState {
  updateTime: number;
  readTime: number | null;
  hidden?: boolean;
}

/** Never read, or updated since; but nobody need read what they have hidden. */
export const isUnread = ({ updateTime, readTime, hidden = false }: ReadState) =>
  !hidden && (readTime === null || readTime <= updateTime);

/** What a person sees of a house, and what a new version is compared by. */
export const comparedFields = ['title', 'description', 'tags', 'price', 'unitPrice', 'removed'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** In which orders houses are listed besides that of their updates. A minus: the largest first. */
export const houseOrders = ['price', '-price', 'unitPrice', '-unitPrice', '-createTime', '-drop'] as const;
export type HouseOrder = (typeof houseOrders)[number];

/** By how much (万元) a house is cheaper than the first of its known prices; below zero when it has become dearer. */
export const priceDropOf = ({ price, prices }: { price: number; prices: readonly { price: number }[] }): number =>
  Math.round(((prices[0]?.price ?? price) - price) * 100) / 100;

interface Sortable {
  price: number;
  /** 0 where the site does not say it: such houses come last. */
  unitPrice: number;
  createTime: number;
  drop: number;
}

const maxSortValue = 1e12;

const sortValues: Record<HouseOrder, (house: Sortable) => number> = {
  price: ({ price }) => price,
  '-price': ({ price }) => -price,
  unitPrice: ({ unitPrice }) => unitPrice || maxSortValue,
  '-unitPrice': ({ unitPrice }) => -unitPrice,
  '-createTime': ({ createTime }) => -createTime,
  '-drop': ({ drop }) => -drop,
};

/** Where a house stands in an order: smaller places come first, equal ones by the house's id. */
export const sortValue = (order: HouseOrder, house: Sortable): number => sortValues[order](house);
