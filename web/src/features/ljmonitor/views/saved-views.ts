import type { SavedView } from 'shared-types/rules/auth/preferences';
import { communityParameter } from 'shared-types/rules/monitor/house-filters';
import { choose } from '../../../lib/preferences/preferences.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';
import { filterNames } from '../filters/view.ts';
import { endNewsOfView, resumeNewsOfView, updateNewsOfView } from './news-of-view.ts';

/** The parts of the address that make a view. The time of a visit and the houses of a message pass, so they are left out. */
const viewNames = new Set<string>(
  [...filterNames, 'order', 'group', communityParameter].filter((name) => name !== 'since' && name !== 'houseIds'),
);

/** Returns the query string that is saved for a view. */
export function queryToSave(search: URLSearchParams) {
  const kept = [...search].filter(([name]) => viewNames.has(name));
  return new URLSearchParams(kept.toSorted((one, other) => (one.join() < other.join() ? -1 : 1))).toString();
}

/** Saves a view in the place of one of the same name, whose news it takes over, or behind the others. */
export function saveView(view: SavedView, isReplacing: boolean) {
  put(view);
  if (isReplacing) void updateNewsOfView(view);
}

const put = (view: SavedView) =>
  choose(({ views }) => ({
    views: views.some(({ name }) => name === view.name)
      ? views.map((each) => (each.name === view.name ? view : each))
      : [...views, view],
  }));

/** Deletes a view and ends its news, with a way back. */
export function deleteView(view: SavedView) {
  choose(({ views }) => ({ views: views.filter(({ name }) => name !== view.name) }));
  const wasTold = endNewsOfView(view);
  showUndo(`“${view.name}” was deleted.`, async () => {
    put(view);
    if (await wasTold) await resumeNewsOfView(view);
  });
}
