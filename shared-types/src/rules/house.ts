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

/**
 * What a house keeps the last time of: the change of each field, and its return, because the time of `removed` is replaced when it
 * is removed again.
 */
export const timedChanges = [...comparedFields, 'returned'] as const;

/** The times of the changes that have ever happened. Changes before November 2026 were not recorded. */
export type ChangeTimes = Partial<Record<(typeof timedChanges)[number], number>>;

/** A person's marks of a house. */
export const houseFlags = ['starred', 'hidden'] as const;
export type HouseFlag = (typeof houseFlags)[number];

interface Priced {
  /** Null if the site has never shown one. */
  price: number | null;
  prices: readonly { price: number }[];
}

/** Returns the amount (万元) by which the price is below the first known one. It is negative when the price rose. */
export const priceDropOf = ({ price, prices }: Priced): number =>
  price === null ? 0 : Math.round(((prices[0]?.price ?? price) - price) * 100) / 100;
