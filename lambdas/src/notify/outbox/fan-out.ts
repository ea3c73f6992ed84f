import { defaultNewsRules, dueTimeOf, type NewsRules } from 'shared-types/rules/notify/news-rules';
import type { NewsTopic } from 'shared-types/rules/notify/topics';
import { dayMs } from 'shared-types/rules/time';
import { selectGroups } from '../messages/select.ts';
import type { ChannelRef } from '../keys.ts';
import type { Channel } from '../people/channel.ts';
import type { ChannelStore } from '../people/channel-store.ts';
import type { RulesStore } from '../people/rules-store.ts';
import type { Surroundings } from '../ports.ts';
import type { OutboxStore } from './outbox-store.ts';

/** A channel that nobody has turned on again for this time after its first failure takes no more news. */
const abandonedAfterMs = 35 * dayMs;

/** The most news that a channel keeps while it is off: an item of DynamoDB has 400 KB, and one that is full would hold up the news of all. */
const maxKept = 2000;

/** Channels that are added, are removed or fail at the same moment are few. */
const maxAttempts = 5;

const channelTopics: readonly NewsTopic[] = ['channelPaused', 'channelRemoved'];

export type WaitingStore = Pick<OutboxStore, 'moveDue'> & Pick<ChannelStore, 'listChannels'>;

export interface FanOutPorts extends Pick<Surroundings, 'now'> {
  store: WaitingStore &
    Pick<OutboxStore, 'findUntold' | 'handOut'> &
    Pick<ChannelStore, 'listAllChannels'> &
    Pick<RulesStore, 'listRules'>;
}

/** Hands news to every channel whose person wants to hear it, once. Returns the channels that have something to deliver now. */
export async function fanOut({ store, now }: FanOutPorts, newsId: string): Promise<ChannelRef[]> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const news = await store.findUntold(newsId);
    if (!news) return [];
    const [channels, rulesOf] = await Promise.all([store.listAllChannels(), store.listRules()]);
    const nowMs = now().getTime();
    const isOfChannel = news.groups.every(({ entries }) => entries.every(({ topic }) => channelTopics.includes(topic)));
    const takers = channels.flatMap((channel) => {
      const rules = rulesOf.get(channel.userId) ?? defaultNewsRules;
      const { userId, channelId, state, failures, failingSinceMs, pending } = channel;
      // A channel that is off keeps news for the time after it. That it is off, its person knows by then.
      const isAbandoned = failingSinceMs !== null && nowMs - failingSinceMs > abandonedAfterMs;
      const isFull = pending.size >= maxKept;
      if (state === 'unverified' || (state !== 'on' && (isOfChannel || isAbandoned || isFull))) return [];
      // Falls of a price that are too small to be told may add up until the next message, which counts them together.
      const groups = selectGroups(news, { userId, rules: { ...rules, cheaperBy: 0 }, nowMs });
      // What nobody asks for may take back what is not told yet, as a rise of a price takes back its fall.
      const mayTakeBack = news.userId === null && pending.size > 0;
      if (groups.length === 0 && !mayTakeBack) return [];
      return [{ ref: { userId, channelId }, dueMs: dueMsOf(channel, dueTimeOf(rules, nowMs)), failures }];
    });
    if (!(await store.handOut(newsId, takers))) continue;
    // Whoever saves rules moves what waits at that time. This news was not there yet when they were saved since they were read here.
    const isWaiting = takers.some(({ dueMs = nowMs }) => dueMs > nowMs);
    for (const [userId, rules] of isWaiting ? await store.listRules() : [])
      if (rules.version !== rulesOf.get(userId)?.version) await moveWaiting(store, userId, rules, nowMs);
    return takers.flatMap(({ ref, dueMs = Infinity }) => (dueMs <= nowMs ? [ref] : []));
  }
  throw new Error(`the channels for ${newsId} changed ${maxAttempts} times`);
}

/** Moves the news of a person that waits for the time of a digest or the end of quiet hours to the time of other rules. */
export async function moveWaiting(store: WaitingStore, userId: string, rules: NewsRules, nowMs: number): Promise<void> {
  const newMs = dueTimeOf(rules, nowMs);
  for (const channel of await store.listChannels(userId)) {
    const { dueMs, state, failures } = channel;
    // What is due already is on its way, and a channel that fails waits for its next attempt.
    if (dueMs !== null && dueMs > nowMs && state === 'on' && failures === 0) await store.moveDue(channel, dueMs, newMs);
  }
}

/** A channel that fails waits for its next attempt, one that is off for a test, and a digest for its time. */
function dueMsOf({ state, failures, dueMs }: Channel, ownMs: number): number | undefined {
  if (state !== 'on') return undefined;
  return failures > 0 ? (dueMs ?? ownMs) : Math.min(dueMs ?? ownMs, ownMs);
}
