import type { ActionLog } from 'shared-types/contract/stack';
import { actionVerbs } from '../texts.ts';

/** The text of a browser notification. */
export interface NotificationText {
  title: string;
  body: string;
}

interface ActionProgress {
  stackName: string;
  /** The action that the user asked about. */
  log: ActionLog | undefined;
  address: string | undefined;
  error: unknown;
  isPolling: boolean;
}

/** Describes the end of an action, or that updates have paused. Undefined while the action is running. */
export function notificationText({
  stackName,
  log,
  address,
  error,
  isPolling,
}: ActionProgress): NotificationText | undefined {
  if (!log) return undefined;
  const { action, syncStatus, reason } = log;
  if (syncStatus === 'RUNNING') {
    const body = error
      ? 'The page could not load. Open it and retry.'
      : `The ${actionVerbs[action]} has made no progress for five minutes. Open the page and refresh it.`;
    return isPolling ? undefined : { title: `${stackName}: live updates are paused`, body };
  }
  if (syncStatus === 'SUCCEEDED')
    return action === 'STOP'
      ? { title: `${stackName} is down`, body: 'The world is kept.' }
      : { title: `${stackName} is up`, body: address ?? 'The server is ready.' };
  const verb = actionVerbs[action];
  const title =
    syncStatus === 'ABORTED' ? `${stackName}: the ${verb} was canceled` : `${stackName}: the ${verb} failed`;
  return { title, body: reason ?? '' };
}
