import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

/** The houses that the browser has loaded. */
export interface LoadedHouses {
  pages: House[][];
  /** The loaded houses that match the filters. */
  shown: House[];
  /** The number of unread houses that match but are not loaded yet; undefined when a filter makes it unknown. */
  below: number | undefined;
}

export interface Loading {
  /** Loads the next page of the list and returns all that is loaded then. */
  loadNextPage: () => Promise<LoadedHouses>;
  maxPages: number;
  /** Without it, a list whose number of unread houses is unknown is loaded to the first page that brings one. */
  takesAll: boolean;
}

/**
 * Loads up to `maxPages` more pages until all unread houses are there. Returns undefined, and stops loading, once the result is
 * no longer wanted.
 */
export async function loadUnread(
  from: LoadedHouses,
  { loadNextPage, maxPages, takesAll }: Loading,
  isWanted: () => boolean,
): Promise<LoadedHouses | undefined> {
  let loaded = from;
  const hasFound = () => loaded.shown.some(isUnread);
  for (let requested = 0; requested < maxPages && loaded.below !== 0; requested += 1) {
    if (!takesAll && loaded.below === undefined && hasFound()) break;
    try {
      loaded = await loadNextPage();
    } catch (error) {
      if (isWanted() && (takesAll || !hasFound())) throw error;
      // The pages that came before the failure still count.
      break;
    }
    if (!isWanted()) break;
  }
  return isWanted() ? loaded : undefined;
}
