import { isUnread } from 'shared-types/rules/house';
import type { LoadedHouses } from '../mutations.ts';

/**
 * Loads so many pages more at most, until all unread houses are there; where nobody knows how many there are, until a page has brought some.
 * Undefined, and nothing more is loaded, once it is wanted no longer.
 */
export async function loadUnread(
  from: LoadedHouses,
  loadOn: () => Promise<LoadedHouses>,
  most: number,
  isWanted: () => boolean,
): Promise<LoadedHouses | undefined> {
  let loaded = from;
  const found = () => loaded.shown.some(isUnread);
  for (let asked = 0; asked < most && loaded.below !== 0; asked += 1) {
    if (loaded.below === undefined && found()) break;
    try {
      loaded = await loadOn();
    } catch (error) {
      if (isWanted() && !found()) throw error;
      // What came before it is not lost.
      break;
    }
    if (!isWanted()) break;
  }
  return isWanted() ? loaded : undefined;
}
