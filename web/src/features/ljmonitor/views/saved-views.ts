import type { SavedView } from 'shared-types/rules/auth/preferences';
import { choose } from '../../../lib/preferences/preferences.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';

/** Returns the query string that is saved for a view. The time of a visit passes, so it is left out. */
export function queryToSave(search: URLSearchParams) {
  const kept = [...search].filter(([name]) => name !== 'since');
  return new URLSearchParams(kept.toSorted((one, other) => (one.join() < other.join() ? -1 : 1))).toString();
}

/** Saves a view in the place of one of the same name, or behind the others. */
export const saveView = (view: SavedView) =>
  choose(({ views }) => ({
    views: views.some(({ name }) => name === view.name)
      ? views.map((each) => (each.name === view.name ? view : each))
      : [...views, view],
  }));

/** Deletes a view, with a way back. */
export function deleteView(view: SavedView) {
  choose(({ views }) => ({ views: views.filter(({ name }) => name !== view.name) }));
  showUndo(`“${view.name}” was deleted.`, async () => saveView(view));
}
