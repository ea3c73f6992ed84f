import { isUnread } from 'shared-types/rules/house';
import type { LoadedHouses } from './mutations.ts';

/**
 * Loads up to `maxPages` more pages until all unread houses are there. If their number is unknown, stops after the
 * first page that brings one. Returns undefined, and stops loading, once the result is no longer wanted.
 */
export async function loadUnread(
  from: LoadedHouses,
  loadNextPage: () => Promise<LoadedHouses>,
  maxPages: number,
  isWanted: () => boolean,
): Promise<LoadedHouses | undefined> {
  let loaded = from;
  const hasFound = () => loaded.shown.some(isUnread);
  for (let requested = 0; requested < maxPages && loaded.below !== 0; requested += 1) {
    if (loaded.below === undefined && hasFound()) break;
    try {
      loaded = await loadNextPage();
    } catch (error) {
      if (isWanted() && !hasFound()) throw error;
      // The pages that came before the failure still count.
      break;
    }
    if (!isWanted()) break;
  }
  return isWanted() ? loaded : undefined;
}
