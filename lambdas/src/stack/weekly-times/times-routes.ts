import type { stackTimesApi } from 'shared-types/contract/stack/weekly-times';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { requireRight, type RightsPorts } from '../rights/rights.ts';
import { findConfiguredStack, type StackList } from '../stack-list.ts';
import { timesProblem } from './weekly-times.ts';
import type { WeeklyTimesStore } from './weekly-times-store.ts';

type TimesPorts = StackList &
  RightsPorts & { store: Pick<WeeklyTimesStore, 'findWeeklyTimes' | 'putWeeklyTimes'>; now: () => Date };

const none = { timeZone: 'UTC', times: [], version: 0, by: '' };

/** Returns the calls about the weekly times of a stack. */
export function timesRoutes(ports: TimesPorts): Routes<typeof stackTimesApi> {
  const { store, now } = ports;
  return {
    async getWeeklyTimes({ params: { stackName } }) {
      await findConfiguredStack(ports, stackName);
      const found = await store.findWeeklyTimes(stackName);
      if (!found) return { data: none };
      const { timeZone, times, version, by } = found;
      return { data: { timeZone, times, version, by } };
    },

    async setWeeklyTimes({ params: { stackName }, body: { version, ...times }, user }) {
      const { maxUptimeHours } = await findConfiguredStack(ports, stackName);
      await requireRight(ports, user, stackName, 'replace');
      const problem = timesProblem(times.times, maxUptimeHours);
      if (problem !== undefined) throw new AppError('invalid', problem);
      const chosen = { by: user.name, userId: user.userId, email: user.email, doneMs: now().getTime(), missed: null };
      if (!(await store.putWeeklyTimes({ stackName, ...times, ...chosen, version })))
        throw new AppError('conflict', 'The times have changed in the meantime. Review them, then try again.');
      return {};
    },
  };
}
