import type { LinkedServer, StartLink } from 'shared-types/contract/stack/links';
import { isInReview, isInTransition, isUp } from 'shared-types/rules/stack-status';
import { minuteMs } from 'shared-types/rules/time';
import type { GameId } from 'shared-types/rules/stack/game';
import { lockHolder } from '../actions/action.ts';
import type { Stack } from '../ports.ts';
import type { StoredStackState } from '../state-store.ts';

/** A stored start link. Only a hash of its secret is stored, which is its reference. */
export interface StoredStartLink {
  linkRef: string;
  stackName: string;
  note: string;
  /** The user who has made the link. Its starts count as theirs. */
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  revokedAtMs: number | undefined;
  /** When the link last started the server. */
  startedAtMs: number | undefined;
}

/** A link starts its server once in this time, so that a lost link cannot run a server up and down. */
export const startIntervalMs = 10 * minuteMs;

/** The calls of a network that may be wrong within a window of this length. */
export const tryWindowMs = 10 * minuteMs;
export const maxTries = 20;

const stateOf = ({ revokedAtMs, expiresAtMs }: StoredStartLink, now: Date): StartLink['state'] => {
  if (revokedAtMs !== undefined) return 'revoked';
  return expiresAtMs > now.getTime() ? 'open' : 'expired';
};

export const isOpen = (link: StoredStartLink, now: Date) => stateOf(link, now) === 'open';

/** Stands for the holder of a link in the action log. */
export const actorOf = ({ note }: Pick<StoredStartLink, 'note'>) => (note === '' ? 'a link' : `the link “${note}”`);

/** Returns the link as its owner sees it. */
export const asStartLink = (link: StoredStartLink, now: Date): StartLink => ({
  linkRef: link.linkRef,
  note: link.note,
  createTime: link.createdAtMs,
  expiryTime: link.expiresAtMs,
  lastStartTime: link.startedAtMs ?? null,
  state: stateOf(link, now),
});

type LinkedState = Pick<StoredStackState, 'lock' | 'players' | 'actions'>;

/** Returns the state of a server, as a page shows it that can only start it. */
function serverState(state: LinkedState, stack: Stack | null): LinkedServer['state'] {
  const current = lockHolder(state);
  const status = stack?.status ?? '';
  // The start of a server that is up only moves its stop.
  if (isUp(status) && (!current || current.action === 'START')) return 'up';
  if (current) return current.action === 'STOP' ? 'stopping' : 'starting';
  return isInTransition(status) && !isInReview(status) ? 'stopping' : 'off';
}

/** Returns the server as the holder of the link sees it. */
export function asLinkedServer(
  link: StoredStartLink,
  game: GameId | undefined,
  state: LinkedState,
  stack: Stack | null,
  now: Date,
): LinkedServer {
  const { lock, players, actions } = state;
  const seen = serverState(state, stack);
  const startableMs = (link.startedAtMs ?? -Infinity) + startIntervalMs;
  const isServer = seen === 'up' && stack !== null;
  return {
    stackName: link.stackName,
    game,
    state: seen,
    hasFailed: seen === 'off' && actions[0]?.action !== 'STOP' && actions[0]?.syncStatus === 'FAILED',
    ...(seen === 'off' && startableMs > now.getTime() && { startableFrom: startableMs }),
    outputs: isServer ? stack.outputs.filter(({ outputKey }) => /(address|port)$/i.test(outputKey)) : [],
    stopsAt: isServer && lock.launch?.stackId === stack.stackId ? lock.launch.stopsAtMs : null,
    online: isServer && players?.stackId === stack.stackId ? players.online : null,
    expiryTime: link.expiresAtMs,
  };
}
