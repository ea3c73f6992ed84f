import type { ActionLog } from 'shared-types/contract/stack';
import { actionVerbs } from '../messages.ts';

/** What somebody is told who has asked for it. */
export interface NotificationText {
  title: string;
  body: string;
}

interface Happened {
  stackName: string;
  /** The action that they have asked about. */
  log: ActionLog | undefined;
  address: string | undefined;
  error: unknown;
  /** Whether the page goes on asking. */
  isFollowed: boolean;
}

/** How an action has ended, or that nobody will know; nothing while it is under way. */
export function notificationText({
  stackName,
  log,
  address,
  error,
  isFollowed,
}: Happened): NotificationText | undefined {
  if (!log) return undefined;
  const { action, syncStatus, reason } = log;
  if (syncStatus === 'RUNNING') {
    const body = error
      ? 'Its page could not be loaded. Come back to it, and press retry.'
      : `Its ${actionVerbs[action]} has not moved on for five minutes. Come back to it, and look again.`;
    return isFollowed ? undefined : { title: `${stackName} is no longer followed`, body };
  }
  if (syncStatus === 'SUCCEEDED')
    return action === 'STOP'
      ? { title: `${stackName} is down`, body: 'The world is kept.' }
      : { title: `${stackName} is up`, body: address ?? 'It can be played.' };
  const how = syncStatus === 'ABORTED' ? 'was broken off' : 'failed';
  return { title: `${stackName}: the ${actionVerbs[action]} ${how}`, body: reason ?? '' };
}
