import type { MonitorStore, StartPorts } from '../ports.ts';
import { isAbandoned, isOver, leaseMs, newRun, nextStep, type Run } from './run.ts';

/** Starts a refresh of all communities, or joins the one that is under way. For the button and for the schedule. */
export async function startRefresh(ports: StartPorts): Promise<void> {
  const { store, queue, now, newId } = ports;
  const { refreshes, run: last } = await store.getRefreshes();
  if (last && !isOver(last)) return resume(ports, last);

  const resblocks = await store.listResblocks();
  if (resblocks.length === 0) return store.putRefreshed(now().getTime());
  const run = newRun(
    newId(),
    true,
    resblocks.map(({ resblockId }) => resblockId),
    now(),
  );
  const isFirst = await store.startRefresh(run, refreshes);
  const step = nextStep(run, undefined);
  if (isFirst && step) await queue.send(step);
}

/** Drives a run on whose driver has died: whoever looks at it may, and only one does. */
export async function resume({ store, queue, now }: Pick<StartPorts, 'store' | 'queue' | 'now'>, run: Run) {
  if (isOver(run) || !isAbandoned(run, now())) return;
  if (!(await store.takeOver(run, now().getTime() + leaseMs))) return;
  const step = nextStep(run, await currentCrawl(store, run));
  if (step) await queue.send(step);
}

async function currentCrawl(store: MonitorStore, { runId, resblockIds, done }: Run) {
  const resblockId = resblockIds[done];
  return resblockId === undefined ? undefined : store.findCrawl(runId, resblockId);
}
