import type { SavedView } from 'shared-types/rules/auth/preferences';
import { choose } from '../../../lib/preferences/preferences.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';
import { endNewsOfView, resumeNewsOfView, updateNewsOfView } from './news-of-view.ts';

/** Returns the query string that is saved for a view. The time of a visit passes, so it is left out. */
export function queryToSave(search: URLSearchParams) {
  const kept = [...search].filter(([name]) => name !== 'since');
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
