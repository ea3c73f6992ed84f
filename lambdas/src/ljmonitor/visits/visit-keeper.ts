import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { minuteMs } from 'shared-types/rules/time';
import type { Endpoint } from 'shared-types/contract/endpoint';
import type { User } from '../../platform/http/session.ts';
import type { Surroundings } from '../ports.ts';
import { visitAt } from './visit.ts';
import type { VisitStore } from './visit-store.ts';

/** A hidden tab makes these calls, too. The third one stores the visit itself. */
const keepingNone = new Set<Endpoint['key']>([
  ljmonitorApi.getSummary.key,
  ljmonitorApi.getVisit.key,
  ljmonitorApi.noteVisit.key,
]);

/**
 * Keeps the visit of a user going with each call, so that it ends a time after the last of them. A call does not begin a visit: only
 * a page that is looked at does. A function looks at the stored visit of a user once a minute.
 */
export function visitKeeper({ store, now }: Pick<Surroundings, 'now'> & { store: VisitStore }) {
  const lookedAtMs = new Map<string, number>();
  return async ({ userId }: User, { key }: Pick<Endpoint, 'key'>): Promise<void> => {
    const nowMs = now().getTime();
    if (keepingNone.has(key) || nowMs - (lookedAtMs.get(userId) ?? -Infinity) < minuteMs) return;
    lookedAtMs.set(userId, nowMs);
    const before = await store.findVisit(userId);
    const visit = visitAt(before, nowMs);
    if (before && visit?.sinceMs === before.sinceMs) await store.putVisit(userId, visit, before);
  };
}
