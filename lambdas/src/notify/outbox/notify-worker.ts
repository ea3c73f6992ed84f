import { log } from '../../platform/log.ts';
import type { ChannelRef } from '../keys.ts';
import type { DeliveryPorts } from '../ports.ts';
import { deliver } from './deliver.ts';
import { fanOut } from './fan-out.ts';
import { newsIdOf } from './wake-up.ts';

/** The schedule leaves the rest to its next run, so that a run ends before its function is stopped. */
const maxRunMs = 90_000;

/** An event of the bus names news to tell. An event of the schedule asks for all that is due, and mostly nothing is. */
export const notifyWorker = (ports: DeliveryPorts) => async (event: unknown) => {
  const newsId = newsIdOf(event);
  return newsId === undefined ? tellDue(ports) : tellNews(ports, newsId);
};

async function tellNews(ports: DeliveryPorts, newsId: string): Promise<void> {
  await deliverAll(ports, await fanOut(ports, newsId));
}

async function tellDue(ports: DeliveryPorts): Promise<void> {
  const { store, now } = ports;
  const beganMs = now().getTime();
  for await (const page of store.pagesOfDue(beganMs)) {
    const channels = new Map<string, ChannelRef>();
    const add = (all: readonly ChannelRef[]) => {
      for (const { userId, channelId } of all) channels.set(`${userId}#${channelId}`, { userId, channelId });
    };
    for (const due of page) {
      if (due.kind === 'news') add(await fanOut(ports, due.newsId));
      else add([due]);
    }
    await deliverAll(ports, [...channels.values()]);
    if (now().getTime() - beganMs > maxRunMs) return;
  }
}

/** A failure of one channel does not keep the others from their news. */
async function deliverAll(ports: DeliveryPorts, channels: readonly ChannelRef[]): Promise<void> {
  const failed = new Set<unknown>();
  for (const { userId, channelId } of channels) {
    await deliver(ports, { userId, channelId }).catch((error: unknown) => {
      log('error', 'delivery failed', { userId, error });
      failed.add(error);
    });
  }
  for (const error of failed) throw error;
}
