import type { House } from './house.ts';

/** What one person has read, and when: houses one by one, and all houses of a community at once. */
export interface Marks {
  houses: ReadonlyMap<string, number>;
  resblocks: ReadonlyMap<string, number>;
}

/**
 * When a person read a house as it is now, or last read it as it was before; null for never. The mark of its community
 * counts only for what it covers: of a house that came later it would say nothing.
 */
export function readTimeOf(
  { houses, resblocks }: Marks,
  { houseId, resblockId, updateTimeMs }: Pick<House, 'houseId' | 'resblockId' | 'updateTimeMs'>,
): number | null {
  const own = houses.get(houseId) ?? null;
  const common = resblocks.get(resblockId) ?? 0;
  return common > updateTimeMs ? Math.max(common, own ?? 0) : own;
}
