import type { FirstReading } from '../communities/first-reading.ts';

export interface Marks {
  /** Read times of single houses, by house id. */
  houses: ReadonlyMap<string, number>;
  /** Times up to which all houses of a community are read, by community. */
  resblocks: ReadonlyMap<string, number>;
  /** The communities whose first reading is no news for the user. */
  begunAsRead: ReadonlySet<string>;
  /** Notes on houses, by house id. */
  notes: ReadonlyMap<string, string>;
  starred: ReadonlySet<string>;
  /** Hidden houses are in no other list, no count and no news. */
  hidden: ReadonlySet<string>;
}

/** Every list reads all flags, and a separate list shows them all. */
export const maxFlaggedHouses = 500;

/** A list reads all notes at once, because a search finds their words, and a key for each row would cost more. */
export const maxNotedHouses = 500;

/**
 * Returns a function that returns the time at which a user last read a house of a community; null for never. The mark of the
 * community counts for houses older than it. A house of the first reading, of a community that was begun as read, was read when
 * it was found.
 */
export function readTimesIn(
  { houses, resblocks, begunAsRead }: Pick<Marks, 'houses' | 'resblocks' | 'begunAsRead'>,
  resblockId: string,
  community: Pick<FirstReading, 'firstCompleteAtMs'> | undefined,
) {
  const common = resblocks.get(resblockId) ?? 0;
  const lastOfFirst = begunAsRead.has(resblockId) ? (community?.firstCompleteAtMs ?? Infinity) : -Infinity;
  return (houseId: string, createTimeMs: number): number | null => {
    const readTimeMs = Math.max(
      houses.get(houseId) ?? 0,
      common > createTimeMs ? common : 0,
      createTimeMs <= lastOfFirst ? createTimeMs + 1 : 0,
    );
    return readTimeMs > 0 ? readTimeMs : null;
  };
}
