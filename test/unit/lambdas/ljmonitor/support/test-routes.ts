import type { AuditNote } from 'lambdas/platform/audit/audit-event';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { housesOf, pagesOf } from './pages.ts';
import { type Database, processQueue, newTestMonitor } from './monitor-environment.ts';
import { person } from '../../../../support/person.ts';

export const willows = '1199027300101';
export const lake = '1199027300102';
export const ann = person('cognito|ann', 'Ann');
export const bob = person('google|bob', 'Bob');
export const nothing = { params: {}, query: {}, body: {}, user: ann };

/** Creates the routes of a monitor whose site has these communities. None is tracked. */
export async function routesWith(database: Database, counts: Record<string, number>, settings = {}) {
  const monitor = await newTestMonitor(database, settings);
  for (const [id, count] of Object.entries(counts)) monitor.answers.set(id, pagesOf(id, housesOf(id, count)));
  const routes = ljmonitorRoutes(monitor.ports);
  return {
    monitor,
    routes,
    processAll: () => processQueue(monitor, monitorWorker(monitor.ports)),
    add: (resblockId: string, origin?: string) =>
      routes.addResblock({ ...nothing, params: { resblockId }, query: { origin } }),
    /** Returns the notes for the audit event. */
    remove: async (resblockId: string) => {
      const notes: AuditNote[] = [];
      const audit = (note: AuditNote) => void notes.push(note);
      const request = { cookie: () => '', header: () => undefined, audit };
      await routes.deleteResblock({ ...nothing, params: { resblockId }, request });
      return notes;
    },
    list: (query = {}, user = ann) => routes.listHouses({ ...nothing, query, user }),
  };
}
