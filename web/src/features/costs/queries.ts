import { queryOptions } from '@tanstack/react-query';
import { computeCosts } from 'shared-types/rules/costs';
import { call } from '../../api/call.ts';

/** Returns the elapsed share of the calendar month. AWS counts months in UTC. */
export function shareOfMonth(now: Date): number {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return (now.getTime() - start) / (end - start);
}

/** Each tool returns its counts, and the browser computes the costs. */
export const costsQuery = queryOptions({
  queryKey: ['costs'],
  meta: { part: 'costs' },
  queryFn: async ({ signal }) => {
    const [chat, monitor, stack] = await Promise.all([
      call('GET /api/costs/chat', { signal }),
      call('GET /api/costs/ljmonitor', { signal }),
      call('GET /api/costs/stack', { signal }),
    ]);
    const costs = computeCosts({
      ...chat,
      pages: monitor.pages,
      stacks: stack.stacks,
      share: shareOfMonth(new Date()),
    });
    return { ...costs, spending: chat.spending, newModels: chat.newModels, hourLimit: stack.hourLimit };
  },
});
