import { isDeepStrictEqual } from 'node:util';
import type { ChannelAddress, NotifySettings } from 'shared-types/contract/account/notify';
import { maxChannels, maxChannelsOfSite } from 'shared-types/rules/notify/channel-kinds';
import { dayMs, minuteMs, utcDay } from 'shared-types/rules/time';
import { AppError } from '../../platform/app-error.ts';
import { sha256 } from '../../platform/token.ts';
import type { ChannelRef } from '../keys.ts';
import type { Message } from '../messages/message.ts';
import { textsOf } from '../messages/texts.ts';
import { feedPathOf } from '../messages/atom.ts';
import { endAttempt, failureOf, messageIdOf, newsOf, sendTo } from '../outbox/deliver.ts';
import type { DeliveryEnd, OutboxStore } from '../outbox/outbox-store.ts';
import { type Channel, toWireChannel } from '../people/channel.ts';
import type { ChannelStore, NewChannel } from '../people/channel-store.ts';
import type { RulesStore } from '../people/rules-store.ts';
import type { Surroundings } from '../ports.ts';
import { serviceOf } from '../services/services.ts';
import { signingKeyPrefix } from '../services/webhook.ts';

export interface SettingsPorts {
  store: Pick<ChannelStore, 'listChannels'> & Pick<RulesStore, 'getRules'>;
  outside: Pick<Surroundings['outside'], 'mail' | 'pushKeys'>;
}

export interface ChannelPorts extends Surroundings {
  store: Omit<ChannelStore, 'findFeed'> &
    Pick<RulesStore, 'getRules'> &
    Pick<OutboxStore, 'claim' | 'endDelivery' | 'turnOff' | 'moveDue'>;
  isPublicUrl: (url: string) => boolean;
  /** 256 random bits. */
  newToken: () => string;
  /** Six random digits. */
  newCode: () => string;
}

const codeValidMs = 15 * minuteMs;
const maxTries = 5;
/** It is a limit of the person, so a channel that is removed and added again gets no more. */
const maxCodesADay = 10;

export async function getSettings({ store, outside }: SettingsPorts, userId: string): Promise<NotifySettings> {
  const [channels, rules, { publicKey }] = await Promise.all([
    store.listChannels(userId),
    store.getRules(userId),
    outside.pushKeys(),
  ]);
  return { channels: channels.map(toWireChannel), rules, hasEmail: outside.mail !== undefined, pushKey: publicKey };
}

/** Adds a channel. An email address is mailed a code first. */
export async function putChannel(ports: ChannelPorts, ref: ChannelRef, address: ChannelAddress) {
  const { newToken } = ports;
  await refuseUseless(ports, address);
  // An address that was confirmed must not become unverified when no code can be mailed.
  if (address.kind === 'email') await refuseManyCodes(ports, ref.userId);
  const signingKey = address.kind === 'webhook' ? signingKeyPrefix + base64Of(newToken()) : '';
  const feedToken = address.kind === 'feed' ? newToken() : undefined;
  const feedHash = feedToken === undefined ? '' : sha256(feedToken);
  const state = address.kind === 'email' ? 'unverified' : 'on';
  await place(ports, { ...ref, address, state, signingKey, feedHash });
  if (address.kind === 'email') await sendCode(ports, ref);
  return {
    settings: await getSettings(ports, ref.userId),
    signingKey: signingKey === '' ? null : signingKey,
    feedPath: feedToken === undefined ? null : feedPathOf(feedToken),
  };
}

/** Stores a channel, unless it would be one too many or has an address that its person has already. */
async function place({ store, news, now }: ChannelPorts, channel: NewChannel): Promise<void> {
  const { userId, address } = channel;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const all = await store.listAllChannels();
    const before = all.find((each) => each.userId === userId && each.channelId === channel.channelId);
    const others = all.filter((each) => each !== before);
    const own = others.filter((other) => other.userId === userId);
    const inBrowser = others.find((other) => isSameBrowser(other.address, address));
    if (inBrowser?.userId === userId) throw new AppError('conflict', 'This browser has already been added.');
    if (address.kind !== 'feed' && own.some((other) => isDeepStrictEqual(other.address, address)))
      throw new AppError('conflict', 'You have already added this channel. Its messages would arrive twice.');
    if (own.length >= maxChannels)
      throw new AppError('conflict', `You can have at most ${maxChannels} channels. Remove one first.`);
    if (others.length >= maxChannelsOfSite && !inBrowser)
      throw new AppError('conflict', 'This site has reached its limit of channels.');
    // Its newest user has the browser, and the one before sees no news of theirs.
    const dueMs = before && channel.state === 'on' ? now().getTime() : undefined;
    const told = inBrowser && newsOf('channelRemoved', inBrowser, replacedCause, now());
    if (!(await store.putChannel({ ...channel, dueMs }, before, inBrowser, told && news.writes(told)))) continue;
    if (told) await news.wake(told.newsId);
    return;
  }
  throw changedElsewhere();
}

const replacedCause = {
  kind: 'channelFailed',
  problem: { en: 'Another account now gets its news in this browser.', zh: '此浏览器现已用于接收另一账户的消息。' },
  end: 'removed',
} as const;

/** Removes a channel, also one that gets another address at the same time. */
export async function removeChannel({ store }: ChannelPorts, ref: ChannelRef): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const channel = await store.findChannel(ref);
    if (!channel || (await store.removeChannel(channel))) return;
  }
  throw changedElsewhere();
}

/** Devices that change the same channel at the same moment are few. */
const maxAttempts = 3;

const changedElsewhere = () =>
  new AppError('conflict', 'Your channels are being changed on another device. Try again.');

/** Refuses an address to which nothing may or can be sent. */
async function refuseUseless({ outside, isPublicUrl }: ChannelPorts, address: ChannelAddress): Promise<void> {
  const service = serviceOf(address.kind);
  if (!Object.values(address).every((part) => !part.startsWith('https://') || isPublicUrl(part)))
    throw new AppError('invalid', 'The address must be on the public internet and begin with https://.');
  const problem = await service.problemOf?.(address, outside);
  if (problem !== undefined) throw new AppError('invalid', problem);
}

/** A browser has one subscription at a site, also when another person signs in. */
const isSameBrowser = (one: ChannelAddress, other: ChannelAddress) =>
  one.kind === 'push' && other.kind === 'push' && one.endpoint === other.endpoint;

/** Tokens are in the base64 of addresses, and signing keys in the common one. */
const base64Of = (token: string) => Buffer.from(token, 'base64url').toString('base64');

async function sendCode(ports: ChannelPorts, ref: ChannelRef): Promise<void> {
  const { store, now, newCode, origin } = ports;
  const { channel } = await claim(ports, ref);
  if (!(await store.countCode(ref.userId, utcDay(now()), maxCodesADay))) throw tooManyCodes(now());
  const code = newCode();
  await store.putCode(ref, { codeHash: hashOf(channel, code), codeUntilMs: now().getTime() + codeValidMs });
  const { language } = await store.getRules(ref.userId);
  const message = { id: messageIdOf(channel), ...textsOf[language].code(code), url: `${origin}/auth` };
  const outcome = await sendTo(ports, channel, message);
  if (outcome.kind === 'refused') throw new AppError('invalid', outcome.reason.en);
}

async function refuseManyCodes({ store, now }: ChannelPorts, userId: string): Promise<void> {
  if ((await store.getCodeCount(userId, utcDay(now()))) >= maxCodesADay) throw tooManyCodes(now());
}

function tooManyCodes(now: Date): AppError {
  const leftMs = dayMs - (now.getTime() % dayMs);
  return new AppError('tooMany', `You have asked for ${maxCodesADay} codes today. Try again tomorrow.`, {
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  });
}

/** Codes are short, so the hash has the channel as well. It has the address, so that a code confirms no other one. */
const hashOf = ({ userId, channelId, address }: Channel, code: string) =>
  sha256(`${userId} ${channelId} ${JSON.stringify(address)} ${code}`);

/** Turns an email channel on with the code that was mailed. */
export async function verifyChannel({ store, now }: ChannelPorts, ref: ChannelRef, code: string): Promise<void> {
  const channel = await store.findChannel(ref);
  if (!channel) throw notFound();
  const { codeHash, codeUntilMs, state } = channel;
  if (state !== 'unverified') return;
  if (codeHash === null || codeUntilMs < now().getTime())
    throw new AppError('expired', 'The code has expired. Ask for another one.');
  if (!(await store.countTry(ref, codeHash, maxTries)))
    throw new AppError('tooMany', 'Too many wrong codes. Ask for another one.');
  const given = hashOf(channel, code);
  if (given !== codeHash || !(await store.confirmChannel(ref, given, now().getTime())))
    throw new AppError('wrongCode', 'The code is wrong.');
}

/** Sends a test. When it is accepted, a paused channel goes on. */
export async function testChannel(ports: ChannelPorts, ref: ChannelRef): Promise<void> {
  const { store, now, origin } = ports;
  const { channel, leaseId } = await claim(ports, ref);
  if (channel.state === 'unverified') {
    // The lease stays, so that an address gets one code a minute at most.
    throw new AppError('conflict', 'Enter the code from the email first.');
  }
  const { language } = await store.getRules(ref.userId);
  const message: Message = {
    id: `test-${leaseId}`,
    ...textsOf[language].test,
    url: `${origin}/auth`,
  };
  const outcome = await sendTo(ports, channel, message);
  const nowMs = now().getTime();
  if (outcome.kind === 'accepted') {
    await endAttempt(ports, channel, leaseId, acceptedTestOf(channel, nowMs));
    return;
  }
  // A failed test resumes nothing, and pauses nothing that worked until now, unless its service has given the address up.
  const end = failureOf(channel, outcome, nowMs);
  const dueMs = channel.state === 'on' ? end.dueMs : null;
  // News that waits for a digest or for the end of quiet hours goes on waiting, also when its person has moved that during the test.
  const after = await endAttempt(ports, channel, leaseId, { ...end, dueMs, isDueKept: true });
  if (dueMs !== null && after && after.dueMs !== null && after.dueMs < dueMs)
    await store.moveDue(ref, after.dueMs, dueMs);
}

/** News that waits keeps its time, also one that its person has chosen during the test. A channel that has failed delivers now. */
function acceptedTestOf({ state, failures, pending }: Channel, nowMs: number): DeliveryEnd {
  const isWorking = state === 'on' && failures === 0;
  return { told: [], dueMs: isWorking || pending.size === 0 ? null : nowMs, sentMs: nowMs };
}

async function claim({ store, now, newId }: ChannelPorts, ref: ChannelRef) {
  const leaseId = newId();
  const channel = await store.claim(ref, leaseId, now().getTime());
  if (channel) return { channel, leaseId };
  if (!(await store.findChannel(ref))) throw notFound();
  throw new AppError('tooMany', 'A message is on its way. Try again in a minute.', { retryAfterSeconds: 60 });
}

const notFound = () => new AppError('notFound', 'This channel has been removed.');
