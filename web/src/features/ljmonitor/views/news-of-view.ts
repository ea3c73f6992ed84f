import type { SavedView } from 'shared-types/rules/auth/preferences';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { showFailure } from '../../../ui/toasts/toasts.ts';

type Change = (views: SavedView[]) => SavedView[];

/** So often the rules are read again when another tab has changed them meanwhile. */
const maxTries = 3;

async function tryToChange(change: Change, triesLeft = maxTries): Promise<boolean> {
  const { rules } = await call('GET /api/notify/settings', {});
  const views = change(rules.views);
  if (JSON.stringify(views) === JSON.stringify(rules.views)) return false;
  try {
    await call('PUT /api/notify/rules', { body: { ...rules, views } });
    return true;
  } catch (error) {
    if (triesLeft > 1 && error instanceof ApiError && error.errorCode === 'conflict')
      return tryToChange(change, triesLeft - 1);
    throw error;
  }
}

/** Changes the views of which the user is told news. Resolves to whether there was something to change. */
async function changeToldViews(change: Change): Promise<boolean> {
  try {
    return await tryToChange(change);
  } catch (error) {
    showFailure('Could not change the news of this view.', error, () => changeToldViews(change));
    return false;
  }
}

/** Lets the news about a view have the houses that it has now, if the user is told of it. */
export const updateNewsOfView = (view: SavedView) =>
  changeToldViews((views) => views.map((each) => (each.name === view.name ? view : each)));

/** Ends the news about a view. Resolves to whether the user was told of it. */
export const endNewsOfView = ({ name }: SavedView) =>
  changeToldViews((views) => views.filter((each) => each.name !== name));

export const resumeNewsOfView = (view: SavedView) =>
  changeToldViews((views) => [...views.filter(({ name }) => name !== view.name), view]);
