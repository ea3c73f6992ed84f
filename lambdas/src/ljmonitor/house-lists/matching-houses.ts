import { foldText } from 'shared-types/rules/search/fold-text';
import { hasWords } from 'shared-types/rules/search/search-words';
import type { TrackedResblock } from '../communities/community.ts';
import type { CommunityHouses } from '../house-packs/house-packs.ts';
import type { PackedHouse } from '../house-packs/packed-house.ts';

/** Finds the houses with all of these words. The name and the place of its community count as words of a house. */
export function matchingHouses(
  lists: readonly CommunityHouses[],
  communities: readonly Pick<TrackedResblock, 'resblockId' | 'name' | 'districtName' | 'bizcircleName'>[],
  words: readonly string[],
): PackedHouse[] {
  const names = new Map(
    communities.map(({ resblockId, name, districtName, bizcircleName }) => [
      resblockId,
      foldText([name, districtName, bizcircleName].join(' ')),
    ]),
  );
  return lists.flatMap(({ resblockId, houses, texts }) => {
    if (words.length === 0) return [...houses.values()];
    const name = names.get(resblockId) ?? '';
    return [...houses.values()].filter(({ houseId }) => hasWords(`${name} ${texts.get(houseId) ?? ''}`, words));
  });
}
