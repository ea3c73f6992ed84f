/** The part of a house that decides whether it is unread. */
interface ReadState {
  updateTime: number;
  readTime: number | null;
  hidden?: boolean;
}

/** A house is unread until its read time is later than its last update. Hidden houses count as read. */
export const isUnread = ({ updateTime, readTime, hidden = false }: ReadState) =>
  !hidden && (readTime === null || readTime <= updateTime);

/** The visible fields of a house. A new version differs in at least one of them. */
export const comparedFields = ['title', 'description', 'tags', 'price', 'unitPrice', 'removed'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** The time of the last change of each field that has ever changed. Changes before November 2026 were not recorded. */
export type ChangeTimes = Partial<Record<ComparedField, number>>;

/** A person's marks of a house. */
export const houseFlags = ['starred', 'hidden'] as const;
export type HouseFlag = (typeof houseFlags)[number];

/** The orders of the house list besides that by update time. A minus means descending. */
export const houseOrders = ['price', '-price', 'unitPrice', '-unitPrice', '-createTime', '-drop'] as const;
export type HouseOrder = (typeof houseOrders)[number];

/** The amount (万元) by which the price is below the first known one. It is negative when the price rose. */
export const priceDropOf = ({ price, prices }: { price: number; prices: readonly { price: number }[] }): number =>
  Math.round(((prices[0]?.price ?? price) - price) * 100) / 100;

interface Sortable {
  price: number;
  /** 0 means unknown. Such houses come last. */
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

/** Houses with smaller values come first. Equal values are ordered by house id. */
export const sortValue = (order: HouseOrder, house: Sortable): number => sortValues[order](house);
