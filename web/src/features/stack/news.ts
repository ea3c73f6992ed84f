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
  const verb = verbs[log.action];
  switch (log.syncStatus) {
    case 'RUNNING':
      return error
        ? { title: `${stackName} is no longer followed`, body: `Its page could not be loaded: it has a retry.` }
        : undefined;
    case 'SUCCEEDED':
      return log.action === 'STOP'
        ? { title: `${stackName} is down`, body: 'The world is kept.' }
        : { title: `${stackName} is up`, body: address ?? 'It can be played.' };
    case 'ABORTED':
      return { title: `${stackName}: the ${verb} was broken off`, body: log.reason ?? '' };
    case 'FAILED':
    case 'TIMED_OUT':
      return { title: `${stackName}: the ${verb} failed`, body: log.reason ?? '' };
  }
}
