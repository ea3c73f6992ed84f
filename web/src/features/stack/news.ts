import type { ActionLog } from 'shared-types/stack';
import { verbs } from './words.ts';

/** What somebody is told who has asked for it. */
export interface News {
  title: string;
  body: string;
}

interface Happened {
  stackName: string;
  /** The action that they have asked about. */
  log: ActionLog | undefined;
  address: string | undefined;
  /** Why the page is no longer followed. */
  error: unknown;
}

/** How an action has ended, or that nobody will know; nothing while it is under way. */
export function newsOf({ stackName, log, address, error }: Happened): News | undefined {
  if (!log) return undefined;
  const { action, syncStatus, reason } = log;
  if (syncStatus === 'RUNNING') {
    const body = 'Its page could not be loaded. Come back to it, and press retry.';
    return error ? { title: `${stackName} is no longer followed`, body } : undefined;
  }
  if (syncStatus === 'SUCCEEDED')
    return action === 'STOP'
      ? { title: `${stackName} is down`, body: 'The world is kept.' }
      : { title: `${stackName} is up`, body: address ?? 'It can be played.' };
  const how = syncStatus === 'ABORTED' ? 'was broken off' : 'failed';
  return { title: `${stackName}: the ${verbs[action]} ${how}`, body: reason ?? '' };
}
