import type { LinkedServer, StartLink } from 'shared-types/contract/stack/links';
import type { LinkTerm } from 'shared-types/rules/stack/start-link';
import { formatFutureTime, formatTime } from '../../../lib/format-time.ts';

export const about =
  'A link starts this server, once in ten minutes, and does nothing else. It works without an account. Its hours count towards yours.';
export const noteLabel = 'For';
export const optional = 'Optional';
export const validFor = 'Valid for';
export const terms: Record<LinkTerm, string> = { day: 'a day', week: 'a week', month: '30 days' };
export const createLink = 'Create link';
export const couldNotCreate = 'Could not create the link.';
export const couldNotLoad = 'Could not load the links.';
export const couldNotRevoke = 'Could not revoke the link.';
export const noLinks = 'No links yet.';
export const copyNow = 'Copy the link now: it is not shown again after you leave this page.';
export const revoke = 'Revoke';
export const revokeOf = (name: string) => `Revoke link ${name}`;
export const createdAt = (time: string) => `Created ${time}`;

/** Describes what became of a link: 'expires 12-02 20:04 · started the server at 21:10'. */
export function describeLink({ state, expiryTime, lastStartTime }: StartLink, now: number): string {
  const outcome = state === 'open' ? `expires ${formatFutureTime(expiryTime, now)}` : state;
  return lastStartTime === null ? outcome : `${outcome} · started the server at ${formatTime(lastStartTime, now)}`;
}

export const startServer = 'Start a server';
export const start = 'Start';
export const starting = 'Starting…';
export const couldNotStart = 'Could not start the server.';
export const couldNotLook = 'Could not find the server.';
export const noLink = 'This link is not complete. Copy all of it, or ask the person who gave it to you for another.';
export const lastStartFailed = 'The last start failed. Try again, or tell the person who gave you the link.';
export const address = 'Address';

/** Describes the state of the server on the page of a link. */
export const describeServer: Record<LinkedServer['state'], string> = {
  off: 'The server is off. A start takes about five minutes.',
  starting: 'The server is starting, which takes about five minutes. This page says when it is up.',
  up: 'The server is up.',
  stopping: 'The server is shutting down. You can start it again in a few minutes.',
};

/** Describes the players and the scheduled stop of a server that is up. */
export function describeVisit({ online, stopsAt }: LinkedServer, now: number): string {
  const players = online === null ? undefined : online === 1 ? '1 player' : `${online} players`;
  const stop = stopsAt === null ? undefined : `stops at ${formatFutureTime(stopsAt, now)}, earlier if empty`;
  return [players, stop].filter(Boolean).join(' · ');
}

export const linkExpires = (time: string) => `Your link works until ${time}.`;
