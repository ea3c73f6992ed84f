import type { ActionLog } from 'shared-types/contract/stack';
import { actionVerbs } from '../actions/messages.ts';
import * as texts from './messages.ts';

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
    const body = error ? texts.couldNotLoad : texts.noProgress(actionVerbs[action]);
    return isPolling ? undefined : { title: texts.updatesPaused(stackName), body };
  }
  if (syncStatus === 'SUCCEEDED')
    return action === 'STOP'
      ? { title: texts.isDown(stackName), body: texts.worldIsKept }
      : { title: texts.isUp(stackName), body: address ?? texts.serverIsReady };
  const describeEnd = syncStatus === 'ABORTED' ? texts.wasCanceled : texts.hasFailed;
  return { title: describeEnd(stackName, actionVerbs[action]), body: reason ?? '' };
}
