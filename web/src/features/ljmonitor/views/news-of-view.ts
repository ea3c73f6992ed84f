import type { SavedView } from 'shared-types/rules/auth/preferences';
import { call } from '../../../api/call.ts';
import { showFailure } from '../../../ui/toasts/toasts.ts';

type Change = (views: SavedView[]) => SavedView[];

/** Changes the views of which the user is told news. Resolves to whether there was something to change. */
async function changeToldViews(change: Change): Promise<boolean> {
  try {
    const { rules } = await call('GET /api/notify/settings', {});
    const views = change(rules.views);
    const isSame = JSON.stringify(views) === JSON.stringify(rules.views);
    if (!isSame) await call('PUT /api/notify/rules', { body: { ...rules, views } });
    return !isSame;
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
