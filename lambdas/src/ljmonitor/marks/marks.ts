import type { House } from '../houses/house.ts';

/** What one person has made of the houses. */
export interface Marks {
  /** When they were read, one by one. */
  houses: ReadonlyMap<string, number>;
  /** When all houses of a community were read at once. */
  resblocks: ReadonlyMap<string, number>;
  starred: ReadonlySet<string>;
  /** Of no interest: in no list, no count, and for the owner in no mail. */
  hidden: ReadonlySet<string>;
}

export const choices = ['starred', 'hidden'] as const;
export type Choice = (typeof choices)[number];
/** All of them are read with every list, and shown in one of their own. */
export const mostChosen = 500;

/** What the mail leaves out is what the owner hides, kept once more under this name: the worker knows nobody's id. */
export const mailReader = 'OWNER';

/**
 * When a person read a house as it is now, or last read it as it was before; null for never. The mark of its community
 * counts only for what it covers: of a house that came later it would say nothing.
 */
export function readTimeOf(
  { houses, resblocks }: Pick<Marks, 'houses' | 'resblocks'>,
  { houseId, resblockId, updateTimeMs }: Pick<House, 'houseId' | 'resblockId' | 'updateTimeMs'>,
): number | null {
  const own = houses.get(houseId) ?? null;
  const common = resblocks.get(resblockId) ?? 0;
  return common > updateTimeMs ? Math.max(common, own ?? 0) : own;
}
