import { forEachConcurrently } from '../../platform/for-each.ts';
import { log } from '../../platform/log.ts';
import type { ChannelRef } from '../keys.ts';
import { deliver, type DeliveryPorts } from './deliver.ts';
import { fanOut, type FanOutPorts } from './fan-out.ts';
import type { OutboxStore } from './outbox-store.ts';
import { newsIdOf } from './wake-up.ts';

/** A run leaves the rest to the next one of the schedule, so that it ends before its function is stopped. */
const maxRunMs = 90_000;

export type WorkerPorts = DeliveryPorts & FanOutPorts & { store: Pick<OutboxStore, 'pagesOfDue'> };

/** An event of the bus names news to tell. An event of the schedule asks for all that is due, and mostly nothing is. */
export const notifyWorker = (ports: WorkerPorts) => async (event: unknown) => {
  const newsId = newsIdOf(event);
  const run = beginRun(ports);
  if (newsId === undefined) await tellDue(ports, run);
  else await run.deliverAll(await fanOut(ports, newsId));
  for (const error of run.failed) throw error;
};

type Run = ReturnType<typeof beginRun>;

/** What fails keeps nobody else from their news. It is reported at the end of the run. */
function beginRun(ports: WorkerPorts) {
  const failed = new Set<unknown>();
  const endMs = ports.now().getTime() + maxRunMs;
  const isOver = () => ports.now().getTime() > endMs;
  async function attempt<Result>(work: Promise<Result>, key: string): Promise<Result | undefined> {
    return work.catch((error: unknown) => {
      log('error', 'delivery failed', { key, error });
      failed.add(error);
      return undefined;
    });
  }
  const deliverAll = async (channels: readonly ChannelRef[]) =>
    forEachConcurrently(channels, async (ref) => {
      await attempt(deliver(ports, ref, isOver), ref.userId);
    });
  return { failed, isOver, attempt, deliverAll };
}

async function tellDue(ports: WorkerPorts, { isOver, attempt, deliverAll }: Run): Promise<void> {
  for await (const page of ports.store.pagesOfDue(ports.now().getTime())) {
    const channels = new Map<string, ChannelRef>();
    const add = (all: readonly ChannelRef[]) => {
      for (const { userId, channelId } of all) channels.set(`${userId}#${channelId}`, { userId, channelId });
    };
    for (const due of page) {
      if (due.kind === 'news') add((await attempt(fanOut(ports, due.newsId), due.newsId)) ?? []);
      else add([due]);
    }
    await deliverAll([...channels.values()]);
    if (isOver()) return;
  }
}
