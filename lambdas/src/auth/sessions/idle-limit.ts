import { hourMs } from 'shared-types/rules/time';
import { clockToleranceMs, remainingMs } from '../../platform/remaining-time.ts';

/** The last page load or act in a browser. */
interface Used {
  lastUsedAtMs: number;
}

/**
 * Returns whether a sign-in has ended because its browser was not used for the idle limit. Renewals of a page that only
 * polls are no use.
 */
export const isIdle = ({ lastUsedAtMs }: Used, idleMs: number, now: Date) =>
  remainingMs(lastUsedAtMs + idleMs, idleMs + clockToleranceMs, now.getTime()) === 0;

/** A session ends with the idle limit of its sign-in, if that is before its hour is over. */
export const cappedAtIdle = <Session extends Used & { expiresAtMs: number }>(session: Session, idleMs: number) => ({
  ...session,
  expiresAtMs: Math.min(session.expiresAtMs, session.lastUsedAtMs + idleMs),
});

/** A use is stored again an hour after the one before, so that most page loads write nothing. */
export const isNotedUse = ({ lastUsedAtMs }: Used, now: Date) =>
  remainingMs(lastUsedAtMs + hourMs, hourMs + clockToleranceMs, now.getTime()) > 0;

/** Returns the times of uses that are recent enough to be left as they are. */
export const notedUses = (now: Date) => ({
  fromMs: now.getTime() - hourMs + 1,
  untilMs: now.getTime() + clockToleranceMs,
});
