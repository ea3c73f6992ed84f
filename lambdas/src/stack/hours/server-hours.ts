import { hourMs } from 'shared-types/rules/time';
import { maxScheduledHours } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import type { ActionStore } from '../actions/action-store.ts';
import { problemIfUnavailable } from '../snapshot/refresh-snapshot.ts';
import { deletedAtMs, type StackSnapshot } from '../snapshot/snapshot.ts';
import { type EventsPorts, readEvents } from '../snapshot/snapshot-cache.ts';
import type { StackList } from '../stack-list.ts';
import type { StateStore } from '../state-store.ts';
import { monthPeriod, type Uptime, uptimeMs, uptimesOf } from './uptime.ts';

/** A server that stops sooner is not worth its start, which takes five minutes. */
const minUptimeMs = 15 * 60_000;

/** The hours that servers may run in a calendar month (UTC). */
export interface ServerHourLimits {
  /** The hours that all servers of one user have together. */
  person: number;
  /** The hours that all servers of the site have together. */
  site: number;
}

export type UptimePorts = EventsPorts & { store: Pick<ActionStore, 'listActions'> & Pick<StateStore, 'getState'> };

export type PlanPorts = UptimePorts & StackList & { serverHourLimits: ServerHourLimits };

/** Reads the times in which a stack has run in this month, and the actions of this month. */
export async function readUptimes(ports: UptimePorts, stackName: string) {
  const { fromMs } = monthPeriod(ports.now());
  const [actions, { snapshot }] = await Promise.all([
    ports.store.listActions(stackName, fromMs),
    ports.store.getState(stackName, 0),
  ]);
  const goneSinceMs = snapshot?.stack === null ? await goneSince(ports, snapshot) : undefined;
  const uptimes = uptimesOf(actions, goneSinceMs);
  return { uptimes, actions: actions.filter(({ actionTimeMs }) => actionTimeMs >= fromMs).length };
}

/** Returns when the stack was deleted according to its events, or else when it was first missing. */
async function goneSince(ports: EventsPorts, { stackId, seenAtMs }: StackSnapshot) {
  if (stackId === null) return seenAtMs;
  const found = await problemIfUnavailable(async () => ({ events: await readEvents(ports, stackId, null) }));
  return 'problem' in found ? seenAtMs : (deletedAtMs(found.events) ?? seenAtMs);
}

/**
 * Returns the latest time until which a server may run that starts now. Hours of the next month count in the next
 * month.
 */
function latestStopMs(uptimes: readonly Uptime[], hours: number, now: Date): number {
  const next = monthPeriod(now, 1);
  const leftMs = (period: typeof next) => hours * hourMs - uptimeMs(uptimes, period);
  const atMs = now.getTime() + leftMs(monthPeriod(now));
  return atMs < next.fromMs ? atMs : next.fromMs + Math.max(0, leftMs(next));
}

interface PlanRequest {
  stackName: string;
  maxUptimeHours: number;
  userId: string | null;
  /** The time until which the user wants the server, if it is not as long as possible. */
  untilMs?: number | undefined;
}

/**
 * Plans when a server that starts now is stopped by the schedule: after its longest uptime or at the wanted time, or as
 * soon as the hours of the user or of the site are used up. Running servers count until their own scheduled stops.
 * Throws when too few hours are left.
 */
export async function planStop(
  ports: PlanPorts,
  { stackName, maxUptimeHours, userId, untilMs = Infinity }: PlanRequest,
): Promise<{ stopsAtMs: number; stopBy: 'schedule' | 'hours' }> {
  const now = ports.now();
  const nowMs = now.getTime();
  const uptimes = await Promise.all(
    (await ports.configured()).map(async ({ name }) =>
      (await readUptimes(ports, name)).uptimes.map((uptime) => ({
        ...uptime,
        // This start replaces the rest of the uptime of its own stack.
        untilMs: Math.min(uptime.untilMs, name === stackName ? nowMs : (uptime.stopsAtMs ?? Infinity)),
      })),
    ),
  );
  const ofSite = uptimes.flat();
  const ofPerson = ofSite.filter((uptime) => uptime.userId === userId);
  const { person, site } = ports.serverHourLimits;
  const limits = [
    { whose: 'Your', hours: person, atMs: latestStopMs(ofPerson, person, now) },
    { whose: 'The site’s', hours: site, atMs: latestStopMs(ofSite, site, now) },
  ];
  const reached = limits.find(({ atMs }) => atMs < nowMs + minUptimeMs);
  const maxStopAtMs = Math.min(nowMs + (maxUptimeHours || maxScheduledHours) * hourMs, untilMs);
  if (!reached) {
    const limitMs = Math.min(...limits.map(({ atMs }) => atMs));
    return {
      stopsAtMs: Math.round(Math.min(maxStopAtMs, limitMs)),
      stopBy: limitMs < maxStopAtMs ? 'hours' : 'schedule',
    };
  }
  const { untilMs: limitEndsAt } = monthPeriod(now);
  throw new AppError(
    'tooMany',
    `${reached.whose} limit of ${reached.hours} server hours a month is used up or reserved by running servers.`,
    { retryAfterSeconds: Math.ceil((limitEndsAt - nowMs) / 1000), limitEndsAt },
  );
}
