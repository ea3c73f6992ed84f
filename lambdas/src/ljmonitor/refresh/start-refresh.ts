import type { StartPorts } from '../ports.ts';
import type { MonitorStore } from '../store.ts';
import { isFinished, isLeaseExpired, leaseMs, newRun, nextRefreshStep, type Run } from './run.ts';

/** Starts a refresh of all communities, or joins the one in progress. Both the button and the schedule call it. */
export async function startRefresh(ports: StartPorts): Promise<void> {
  const { store, queue, now, newId } = ports;
  const { history, run: last } = await store.getRefreshHistory();
  if (last && !isFinished(last)) return resumeExpiredRun(ports, last);

  const resblocks = await store.listResblocks();
  if (resblocks.length === 0) return store.putEmptyRefresh(now().getTime());
  const run = newRun(
    newId(),
    true,
    resblocks.map(({ resblockId }) => resblockId),
    now(),
  );
  const isFirst = await store.startRefresh(run, history);
  const step = nextRefreshStep(run, undefined);
  if (isFirst && step) await queue.send(step);
}

/** Continues a run whose worker has died. Any caller may try, and one of them takes over the lease. */
export async function resumeExpiredRun({ store, queue, now }: Omit<StartPorts, 'newId'>, run: Run) {
  if (isFinished(run) || !isLeaseExpired(run, now())) return;
  if (!(await store.takeOverLease(run, now().getTime() + leaseMs))) return;
  const step = nextRefreshStep(run, await currentCrawl(store, run));
  if (step) await queue.send(step);
}

async function currentCrawl(store: MonitorStore, { runId, resblockIds, done }: Run) {
  const resblockId = resblockIds[done];
  return resblockId === undefined ? undefined : store.findCrawl(runId, resblockId);
}
