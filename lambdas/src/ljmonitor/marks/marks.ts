import type { House } from '../houses/house.ts';

export interface Marks {
  /** Read times of single houses, by house id. */
  houses: ReadonlyMap<string, number>;
  /** Times up to which all houses of a community are read, by community. */
  resblocks: ReadonlyMap<string, number>;
  /** Notes on houses, by house id. */
  notes: ReadonlyMap<string, string>;
  starred: ReadonlySet<string>;
  /** Hidden houses are in no other list, no count and no news. */
  hidden: ReadonlySet<string>;
}

/** Every list reads all flags, and a separate list shows them all. */
export const maxFlaggedHouses = 500;

/** Returns the time at which a user last read a house; null for never. The mark of the community counts for houses older than it. */
export function readTimeOf(
  { houses, resblocks }: Pick<Marks, 'houses' | 'resblocks'>,
  { houseId, resblockId, createTimeMs }: Pick<House, 'houseId' | 'resblockId' | 'createTimeMs'>,
): number | null {
  const own = houses.get(houseId) ?? null;
  const common = resblocks.get(resblockId) ?? 0;
  return common > createTimeMs ? Math.max(common, own ?? 0) : own;
}

/** Returns the house with the state that one user's marks give it. */
export const withReadState = (house: House, marks: Marks) => ({
  ...house,
  createTime: house.createTimeMs,
  updateTime: house.updateTimeMs,
  readTime: readTimeOf(marks, house),
  hidden: marks.hidden.has(house.houseId),
});
