import type { FirstReading } from '../communities/first-reading.ts';
import type { House } from '../houses/house.ts';

export interface Marks {
  /** Read times of single houses, by house id. */
  houses: Pick<ReadonlyMap<string, number>, 'get'>;
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
 * Returns the time at which a user last read a house; null for never. The mark of the community counts for houses older than it.
 * A house of the first reading, of a community that was begun as read, was read when it was found.
 */
export function readTimeOf(
  { houses, resblocks, begunAsRead }: Pick<Marks, 'houses' | 'resblocks' | 'begunAsRead'>,
  { houseId, resblockId, createTimeMs }: Pick<House, 'houseId' | 'resblockId' | 'createTimeMs'>,
  community: Pick<FirstReading, 'firstCompleteAtMs'> | undefined,
): number | null {
  const common = resblocks.get(resblockId) ?? 0;
  const isOfFirst = createTimeMs <= (community?.firstCompleteAtMs ?? Infinity);
  const readTimeMs = Math.max(
    houses.get(houseId) ?? 0,
    common > createTimeMs ? common : 0,
    isOfFirst && begunAsRead.has(resblockId) ? createTimeMs + 1 : 0,
  );
  return readTimeMs > 0 ? readTimeMs : null;
}
