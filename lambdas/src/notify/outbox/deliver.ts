import { channelNames } from 'shared-types/rules/notify/channel-kinds';
import { dueTimeOf } from 'shared-types/rules/notify/news-rules';
import { dayMs, hourMs, minuteMs } from 'shared-types/rules/time';
import { type Message, composeMessage } from '../messages/message.ts';
import type { ChannelRef } from '../keys.ts';
import type { News, NewsCause, NewsEntry } from '../../platform/news/news.ts';
import type { AccountLookup } from '../people/account-store.ts';
import { type Channel, labelOf } from '../people/channel.ts';
import type { ChannelStore } from '../people/channel-store.ts';
import type { RulesStore } from '../people/rules-store.ts';
import type { Surroundings } from '../ports.ts';
import type { Outcome } from '../services/service.ts';
import { send, serviceOf } from '../services/services.ts';
import type { DeliveryEnd, OutboxStore } from './outbox-store.ts';

/** The most news of one message. The rest follows in the next run, so that a person is not sent many messages at once. */
const maxNews = 100;

/** The schedule comes as often. */
const firstWaitMs = 15 * minuteMs;

/** A channel that has failed for this time is paused. */
const pausedAfterMs = 5 * dayMs;

/** A failure that comes later after the one before is the first one again: a service may ask for a day, and quiet hours may follow. */
const forgottenAfterMs = 2 * dayMs;

interface EndPorts extends Pick<Surroundings, 'news' | 'now'> {
  store: Pick<OutboxStore, 'endDelivery' | 'turnOff'> & Pick<ChannelStore, 'removeGone'>;
}

export interface DeliveryPorts extends Surroundings {
  store: EndPorts['store'] &
    Pick<OutboxStore, 'claim' | 'beginMessage' | 'listNews' | 'timesOf'> &
    Pick<ChannelStore, 'listChannels' | 'removeChannel'> &
    Pick<RulesStore, 'getRules' | 'removeRules'>;
  accounts: AccountLookup;
  wait: (ms: number) => Promise<void>;
}

/**
 * Delivers what a channel has taken in one message, and then what it takes meanwhile: the worker with that news has found the channel
 * claimed. What had no room in the message, or is left when the run is over, stays due.
 */
export async function deliver(ports: DeliveryPorts, ref: ChannelRef, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await deliverMessage(ports, ref, isOver)));
}

/** Delivers one message. Returns whether the channel has another one to deliver now. */
async function deliverMessage(ports: DeliveryPorts, ref: ChannelRef, isOver: () => boolean): Promise<boolean> {
  const { store, now, newId } = ports;
  const leaseId = newId();
  const channel = await store.claim(ref, leaseId, now().getTime());
  const end = channel && (await sendPending(ports, channel, leaseId, isOver));
  if (!end) return false;
  const after = await endAttempt(ports, channel, leaseId, end);
  return (
    end.told.length === channel.pending.size &&
    after !== undefined &&
    after.state === 'on' &&
    after.pending.size > 0 &&
    (after.dueMs ?? Infinity) <= now().getTime()
  );
}

/**
 * Ends an attempt to send. That it has paused or removed the channel is told to the other ones of its person. Returns the channel
 * as it is then; undefined when it is off or removed, or another attempt has begun.
 */
export async function endAttempt(
  { store, news, now }: EndPorts,
  channel: Channel,
  leaseId: string,
  end: DeliveryEnd,
): Promise<Channel | undefined> {
  const { failure, isGone } = end;
  const isRemoved = isGone === true && serviceOf(channel.address.kind).isRemovedWhenGone === true;
  const isOff = failure?.state !== undefined && channel.state === 'on';
  if (!failure || !(isRemoved || isOff)) return store.endDelivery(channel, leaseId, end);
  const { problem, state = 'paused' } = failure;
  const cause = { kind: 'channelFailed', problem, end: isRemoved ? 'removed' : state } as const;
  const told = newsOf(isRemoved ? 'channelRemoved' : 'channelPaused', channel, cause, now());
  if (isRemoved) await store.removeGone(channel, leaseId, news.writes(told));
  else await store.turnOff(channel, leaseId, end, news.writes(told));
  await news.wake(told.newsId);
  return undefined;
}

/** Returns the news about a channel for the other ones of its person. */
export function newsOf(topic: 'channelPaused' | 'channelRemoved', channel: Channel, cause: NewsCause, now: Date): News {
  const { userId, address, lastSentMs } = channel;
  const name = [channelNames[address.kind], labelOf(address)].join(' ').trim();
  const entries: NewsEntry[] = [{ topic, title: '', cause, url: '/auth' }];
  return {
    // A test that turns a channel on again has no number, but its time.
    newsId: `${topic === 'channelPaused' ? 'paused' : 'removed'}-${messageIdOf(channel)}-${lastSentMs ?? 0}`,
    tool: 'account',
    userId,
    atMs: now.getTime(),
    groups: [{ groupId: null, name, entries }],
  };
}

/** Returns undefined when another delivery has taken over, or the person is gone. */
async function sendPending(
  ports: DeliveryPorts,
  channel: Channel,
  leaseId: string,
  isOver: () => boolean,
): Promise<DeliveryEnd | undefined> {
  const { store, accounts, origin, now } = ports;
  const { userId, pending, sending, state, address, failingSinceMs } = channel;
  // A paused channel keeps its news until a test succeeds, and so does one whose address is gone.
  if (state !== 'on') return { told: [], dueMs: null };
  // Only a test has failed. A failure weeks later is the first one again.
  if (pending.size === 0) return { told: [], dueMs: null, isClear: true };
  const account = await accounts.stateOf(userId);
  if (account === 'gone') {
    await forget(ports, userId);
    return undefined;
  }
  // Somebody who may not sign in any more is told nothing, and does not hear of it later.
  if (account === 'disabled') return { told: [...pending], dueMs: null };
  const rules = await store.getRules(userId);
  // A later attempt may fall into quiet hours, or they may have been chosen since the news came.
  const beganMs = now().getTime();
  const loudMs = rules.digestAt === null ? dueTimeOf(rules, beganMs) : beganMs;
  if (loudMs > beganMs) return { told: [], dueMs: loudMs };
  // A service that leaves out a message whose id it has seen must not leave out news that came after the first attempt.
  const told = sending.size > 0 ? [...sending] : await oldestOf(store, pending);
  if (sending.size === 0 && !(await store.beginMessage(channel, leaseId, told))) return undefined;
  const news = await store.listNews(told);
  const message = composeMessage(
    news.toSorted((one, other) => one.atMs - other.atMs),
    { id: messageIdOf(channel), userId, rules, origin, nowMs: beganMs },
    serviceOf(address.kind).limits,
  );
  const attempt = async () => message && sendTo(ports, channel, message);
  let outcome = await attempt();
  if (outcome?.kind === 'refused' && outcome.againMs !== undefined && !isOver()) {
    const failedMs = now().getTime();
    // The schedule comes up to one period after the time of the next attempt.
    const nextMs = (failureOf(channel, outcome, failedMs).dueMs ?? Infinity) + firstWaitMs;
    if (isOverBetween(failedMs + outcome.againMs, nextMs, news)) {
      await ports.wait(outcome.againMs);
      outcome = await attempt();
    }
  }
  const nowMs = now().getTime();
  if (outcome?.kind === 'refused') return failureOf(channel, outcome, nowMs);
  // What has come since the message was begun may be for the next digest, which may have passed while the message failed. What had
  // no room in it is late already.
  const sinceMs = sending.size > 0 ? (failingSinceMs ?? nowMs) : nowMs;
  const dueMs = told.length < maxNews ? dueTimeOf(rules, sinceMs) : nowMs;
  return { told, dueMs, ...(outcome && { sentMs: nowMs }) };
}

/** Returns the ids of the news of one message, the oldest. What is forgotten has no time and comes first, so that it does not stay. */
async function oldestOf(store: Pick<OutboxStore, 'timesOf'>, pending: ReadonlySet<string>): Promise<string[]> {
  const newsIds = [...pending];
  if (newsIds.length <= maxNews) return newsIds;
  const times = await store.timesOf(newsIds);
  const timeOf = (newsId: string) => times.get(newsId) ?? 0;
  return newsIds.toSorted((one, other) => timeOf(one) - timeOf(other)).slice(0, maxNews);
}

/** Removes everything of a person whose account is gone. The entries of a feed, which nobody can read then, expire. */
async function forget({ store }: Pick<DeliveryPorts, 'store'>, userId: string): Promise<void> {
  for (const channel of await store.listChannels(userId)) await store.removeChannel(channel);
  await store.removeRules(userId);
}

/** Returns whether some of the news ends between these times. */
const isOverBetween = (fromMs: number, toMs: number, news: readonly News[]) =>
  news
    .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries))
    .some(({ untilMs = Infinity }) => untilMs > fromMs && untilMs <= toMs);

/** Sends a message through a channel. */
export const sendTo = (
  { outside, now }: Pick<Surroundings, 'outside' | 'now'>,
  { address, signingKey, feedHash, sent }: Channel,
  message: Message,
) => send(outside, address, message, { now: now(), signingKey, feedHash, sent });

export const messageIdOf = ({ channelId, sent }: Channel) => `${channelId}-${sent}`;

/** The next attempt is later each time, up to six hours. A service that names a time is asked again then. */
export function failureOf(
  { failures, lastFailedMs, failingSinceMs }: Pick<Channel, 'failures' | 'lastFailedMs' | 'failingSinceMs'>,
  { reason, retryAfterMs = 0, isGone }: Extract<Outcome, { kind: 'refused' }>,
  nowMs: number,
): DeliveryEnd {
  const isFirst = nowMs - (lastFailedMs ?? -Infinity) > forgottenAfterMs;
  const sinceMs = isFirst ? nowMs : (failingSinceMs ?? nowMs);
  const failure = { problem: reason, lastFailedMs: nowMs, failingSinceMs: sinceMs, failures: failures + 1 };
  if (isGone === true || nowMs - sinceMs >= pausedAfterMs)
    return {
      told: [],
      dueMs: null,
      ...(isGone && { isGone }),
      failure: { ...failure, state: isGone ? 'gone' : 'paused' },
    };
  const waitMs = Math.min(firstWaitMs + nowMs - sinceMs, 6 * hourMs);
  return { told: [], dueMs: nowMs + Math.max(waitMs, Math.min(retryAfterMs, dayMs)), failure };
}
