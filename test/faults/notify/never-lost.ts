import { expect, jest } from '@jest/globals';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { OutsideRequest } from 'lambdas/notify/services/service';
import * as z from 'zod';
import type { ChannelAddress } from 'shared-types/contract/account/notify';
import { type ChannelKind, channelKinds } from 'shared-types/rules/notify/channel-kinds';
import { minuteMs } from 'shared-types/rules/time';
import { startTestDatabase } from '../../support/dynamodb/test-table.ts';
import { exampleAddresses, exampleBrowser } from '../../support/notify/addresses.ts';
import { accepted, channelIdOf, newsNumber, testNotify } from '../../unit/lambdas/notify/support/test-notify.ts';

const addresses = Object.values(exampleAddresses);

/** Returns the name by which the tests know a channel: its kind, or the host to which its messages go. */
function nameOf(address: ChannelAddress): string {
  if (address.kind === 'telegram') return 'api.telegram.org';
  if (address.kind === 'serverchan') return 'sctapi.ftqq.com';
  if (address.kind === 'push') return new URL(address.endpoint).host;
  if (address.kind === 'email' || address.kind === 'feed') return address.kind;
  return new URL('url' in address ? address.url : address.server).host;
}
/** The services that replace a message by a later one with its id, or leave that one out. */
const replacing = new Set<ChannelKind>(['ntfy', 'bark', 'push', 'webhook', 'feed']);
const showsTwice = new Set(addresses.filter(({ kind }) => !replacing.has(kind)).map(nameOf));
const nameOfId = new Map(addresses.map((address, index) => [channelIdOf(index), nameOf(address)]));

/** Returns the id of a message of a service that replaces it by a later one with this id. */
function idOf({ headers, body }: OutsideRequest): string | undefined {
  if (typeof body !== 'string') return exampleBrowser.read(body).id;
  return headers['webhook-id'] ?? /"(?:sequence_)?id":"([^"]+)"/.exec(body)?.[1];
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Returns the same numbers from 0 up to 1 in every run. */
function chances(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** An update of an item, whose key the client may have put into the form of DynamoDB already. */
const Update = z.object({
  UpdateExpression: z.string(),
  Key: z.object({ sk: z.union([z.string(), z.object({ S: z.string() }).transform(({ S }) => S)]) }),
});

class Death extends Error {}

interface Telling {
  newsCount: number;
  /** A run of the schedule, which sends to every channel, takes most of the time of a test. */
  newsPerRun: number;
}

/**
 * Tells news over all channels with a fault at every step. None may be lost. A message may be doubled once by each death between its
 * acceptance and our record of it, and never where its service replaces it.
 */
export async function tellThroughFaults({ newsCount, newsPerRun }: Telling) {
  const database = await startTestDatabase();
  expect(addresses.map(({ kind }) => kind).toSorted()).toEqual([...channelKinds].toSorted());
  const chance = chances(7);
  const site = testNotify({ client: database.documents, TableName: await database.createTable() });
  const { store, outside } = site.ports;
  for (const [index, address] of addresses.entries())
    await store.putChannel({
      userId: 'ann',
      channelId: channelIdOf(index),
      address,
      state: 'on',
      signingKey: 'whsec_a',
    });

  // Any call to the database may be the last one of its process, before or after it takes effect. The one after each 100th
  // acceptance of a channel that shows a message twice always is.
  let isFaulty = true;
  let isDead = false;
  // The process after a dead one lives. With the refusals below this bounds how long news waits, so that one message has room
  // for all of it: a message that is cut does not name all its houses, and the test could not count them.
  let mayDie = true;
  /** The channels that show a message twice, with an acceptance that is not recorded yet. */
  const accepting = new Set<string>();
  /** The next call to the database is the last one of its process. */
  let isLast = false;
  /** The accepted messages of the channels that show one twice. */
  let messages = 0;
  const deaths = { before: 0, after: 0 };
  /** The deaths after an acceptance, by channel. */
  const deathsOf = new Map<string, number>();
  const dies = () => isFaulty && mayDie && (chance() < 1 / 200 || isLast);
  function die(when: 'before' | 'after'): never {
    isDead = true;
    deaths[when] += 1;
    throw new Death(when);
  }
  database.documents.middlewareStack.add(
    (next) => async (call) => {
      if (isDead) throw new Death('the process is dead');
      if (dies()) die('before');
      const { data } = Update.safeParse(call.input);
      // A transaction that hands out other news has the channel at this moment.
      if (data && isFaulty && chance() < 1 / 50)
        throw new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata: {} });
      const result = await next(call);
      // The first update of a channel after its acceptance is its record.
      if (data) accepting.delete(nameOfId.get(data.Key.sk.split('#').at(-1) ?? '') ?? '');
      if (isDead) throw new Death('the process has died meanwhile');
      if (dies()) die('after');
      return result;
    },
    { step: 'initialize', name: 'deaths' },
  );

  // A service refuses one message in six, but never three in a row.
  const refusals = new Map<string, number>();
  const told = new Set<string>();
  const doubledOf = new Map<string, number>();
  let cutMessages = 0;
  const seenIds = new Set<string>();
  function take(channel: string, text: string, id?: string): boolean {
    if (isDead) throw new Death('the process is dead');
    const refused = refusals.get(channel) ?? 0;
    const isRefusal = isFaulty && refused < 2 && chance() < 1 / 6;
    refusals.set(channel, isRefusal ? refused + 1 : 0);
    if (isRefusal) return false;
    if (id !== undefined && seenIds.has(id)) return true;
    if (id !== undefined) seenIds.add(id);
    cutMessages += text.includes('… and') ? 1 : 0;
    if (showsTwice.has(channel)) {
      accepting.add(channel);
      messages += 1;
      isLast ||= messages % 100 === 0;
    }
    // Discord and Slack get the first bracket escaped.
    const houses = [...text.matchAll(/House (?:\\*<|&lt;)(\d+)/g)].map(([, number]) => `${channel} ${number}`);
    if (houses.some((house) => told.has(house))) count(doubledOf, channel);
    for (const house of houses) told.add(house);
    return true;
  }
  site.service.answer = (request) => {
    const { url, body } = request;
    const text = typeof body === 'string' ? body : exampleBrowser.read(body).text;
    return take(new URL(url).host, text, idOf(request))
      ? { ...accepted, status: 201, body: url.includes('day.app') ? '{"code":200}' : '{"code":0,"id":"1"}' }
      : { ...accepted, status: 503 };
  };
  outside.keep = async ({ id, text }) => {
    if (!take('feed', text, id)) throw new Error('the feed refuses');
  };
  outside.mail = async ({ text }) =>
    take('email', text)
      ? { kind: 'accepted' }
      : { kind: 'refused', reason: { en: 'The email service is busy.', zh: '' } };

  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  /** Runs one process. Returns false when it died. */
  async function lives(work: () => Promise<unknown>): Promise<boolean> {
    mayDie = !isDead;
    isDead = false;
    isLast = false;
    accepting.clear();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Death)) throw error;
    }
    // A death ends all deliveries of its process. What was on its way to the database may still arrive.
    if (isDead) for (const channel of accepting) count(deathsOf, channel);
    return !isDead;
  }
  for (let number = 0; number < newsCount; number += 1) {
    const news = newsNumber(number, { community: String(number % 12), atMs: site.clock.ms });
    // A tool repeats the step that tells its news until it has ended.
    while (!(await lives(() => site.desk.tell(news))));
    // The bus loses most events, so that messages gather some news, and delivers some twice.
    const delivery = chance() * newsPerRun;
    for (let times = delivery > 0.3 ? 0 : delivery > 0.05 ? 1 : 2; times > 0; times -= 1)
      await lives(() => site.work({ detail: { newsId: news.newsId } }));
    if ((number + 1) % newsPerRun > 0) continue;
    site.clock.ms += 15 * minuteMs;
    await lives(() => site.work({}));
  }
  // The faults end, and the schedule tells what is left.
  isFaulty = false;
  for (let runs = 0; runs < 10; runs += 1) {
    site.clock.ms += 15 * minuteMs;
    await lives(() => site.work({}));
  }
  log.mockRestore();

  const left = (await store.listAllChannels()).map(({ pending, dueMs, state }) => [pending.size, dueMs, state]);
  expect(left).toEqual(addresses.map(() => [0, null, 'on']));
  const lost = newsCount * addresses.length - told.size;
  const channels = [...nameOfId.values()].map((name) => ({
    name,
    doubled: doubledOf.get(name) ?? 0,
    deaths: deathsOf.get(name) ?? 0,
  }));
  process.stdout.write(
    `news ${newsCount}, messages that may be doubled ${messages}, deaths ${deaths.before + deaths.after}, lost ${lost}, doubled of deaths after acceptance ` +
      `${channels.map(({ name, doubled, deaths: most }) => `${name} ${doubled}/${most}`).join(', ')}\n`,
  );
  await database.stop();
  return { lost, cutMessages, channels };
}
