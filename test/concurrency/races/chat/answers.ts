import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { QuotaReservation } from 'lambdas/chat/quota/quota';
import { answerLeaseMs } from 'lambdas/chat/answers/lease';
import { type Message, newExchange } from 'lambdas/chat/messages/message';
import { messageKey } from 'lambdas/chat/messages/message-item';
import { nextAttempt } from 'lambdas/chat/messages/versions';
import { newConversation } from 'lambdas/chat/conversations/conversation';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { chatStores } from '../../../unit/lambdas/chat/support/chat-stores.ts';

export const [userId, sessionId] = ['cognito|ann', 'session'];
const day = '2026-11-21';
const at = (ms: number) => new Date(ms);
export const conversation = newConversation(
  { userId, conversationId: sessionId, title: 'Tea' },
  { memorySize: 10, modelCode: 'gpt', effort: null, webSearch: false },
  at(1000),
);
export const purge = { kind: 'purge', userId, sessionId } as const;
const failure = { code: 'lost', message: 'Lost.', retryable: true };
const exchange = newExchange(conversation, 'What is tea?', ['01', '02'], at(1000));
const { answer } = exchange;
const otherId = `${sessionId}.99`;
const job = { kind: 'generate', sessionMessageId: answer.sessionMessageId, attempt: 1 } as const;

export const storeOf = ({ client, TableName }: ScenarioTable) => chatStores({ client, TableName });
type Store = ReturnType<typeof storeOf>;

export const reservation = (change: Partial<QuotaReservation> = {}): QuotaReservation => ({
  userId,
  before: undefined,
  day,
  count: 1,
  answerId: answer.sessionMessageId,
  untilMs: 9000,
  overdue: [],
  recentlySent: [],
  ...change,
});
const ask = (store: Store, change: Partial<QuotaReservation> = {}, isNew = false) =>
  store.saveExchange({ ...conversation, updateTimeMs: 5000 }, isNew, exchange, reservation(change));

/** Begins a conversation with a question. */
export async function askQuestion(table: ScenarioTable): Promise<Store> {
  const store = storeOf(table);
  await store.saveExchange(conversation, true, exchange, reservation());
  return store;
}

export const readAnswer = (store: Store) => store.getMessage(userId, answer.sessionMessageId);
export const describeAnswer = async (store: Store) => {
  const { status, attempt, text, queuedAtMs, recoveries, waits } = await readAnswer(store);
  return `${status} ${attempt} '${text}' ${queuedAtMs} ${recoveries + waits}`;
};
const finalAnswer = {
  status: 'DONE',
  failure: null,
  usage: null,
  thoughts: null,
  citations: null,
  finishReason: null,
  modelCode: null,
} as const;

/** After the lease of `beginAnswer` has expired. */
const laterMs = 16_000;

/** Starts a worker that saves its first words, and dies. */
async function beginAnswer(store: Store) {
  const lease = await store.acquireLease(job, 'dead', 2000);
  if (lease) await store.saveProgress(lease, { text: 'A', modelCode: 'gpt' }, 3000);
}

export async function writeAnswer(store: Store, text = 'A plant.', attempt = 1) {
  const lease = await store.acquireLease({ ...job, attempt }, `writer ${attempt}`, laterMs);
  if (lease) await store.saveFinalAnswer(lease, { ...finalAnswer, text }, laterMs);
}

/** Regenerates the answer at the same time as the first attempt, so that `queuedAtMs` is equal. */
export async function regenerateAnswer(store: Store, before?: Message) {
  const question = exchange.question;
  const next = nextAttempt(
    { question, answer: before ?? (await readAnswer(store)) },
    undefined,
    at(answer.createTimeMs),
  );
  const quota = await store.findQuota(userId);
  return store.saveNextAttempt(conversation, next, reservation({ before: quota, count: 9 }));
}

type Change = (store: Store, read: Message) => Promise<unknown>;

/** An answer changes after a request has read it, so the request may not write to it. It may have its first words then. */
const overtaken = (what: string, [change, work]: [Change, Change], ends: string, withWords = ends) =>
  [
    { answer: 'an answer', begin: async () => {}, expected: ['refused', ends] },
    { answer: 'an answer with some words', begin: beginAnswer, expected: ['refused', withWords] },
  ].map(({ answer: name, begin, expected }): ConcurrencyScenario => ({
    name: `${name} is ${what}`,
    async run(table) {
      const store = await askQuestion(table);
      await begin(store);
      const read = await readAnswer(store);
      await change(store, read);
      return [(await work(store, read)) ? 'written' : 'refused', await describeAnswer(store)];
    },
    expected,
  }));

const stop: Change = (store, read) => store.stopAnswer(read, 'stopped');
const recover: Change = (store, read) => store.recordRecovery(read, 20_000);
const markLost: Change = (store, read) => store.markLost(read, failure, 20_000);

const overtakenPolls = (what: string, change: Change, ends: string, withWords = ends) => [
  ...overtaken(`${what} while a poll recovers it`, [change, recover], ends, withWords),
  ...overtaken(`${what} while a poll marks it as lost`, [change, markLost], ends, withWords),
];

const complete: Change = (store) => writeAnswer(store);
const rewrite: Change = async (store) => {
  await writeAnswer(store);
  await regenerateAnswer(store);
};
const written = "DONE 1 'A plant.' 1000 0";
const rewritten = "PENDING 2 'A plant.' 1000 0";
const begun = "IN_PROGRESS 1 '' 1000 0";

/** A worker writes after its lease has expired and another worker has acquired it. */
const expiredWriter = (
  what: string,
  write: (store: Store, lease: NonNullable<Awaited<ReturnType<Store['acquireLease']>>>) => Promise<unknown>,
): ConcurrencyScenario => ({
  name: `a worker whose lease has expired ${what}`,
  async run(table) {
    const store = await askQuestion(table);
    const expired = await store.acquireLease(job, 'dead', 2000);
    const current = await store.acquireLease(job, 'alive', 2000 + answerLeaseMs);
    if (!expired || !current) return 'no lease';
    const isWritten = Boolean(await write(store, expired));
    const { leaseUntilMs } = await readAnswer(store);
    return [isWritten, leaseUntilMs, await describeAnswer(store), await store.saveProgress(current, {}, 5000)];
  },
  expected: [false, 2000 + 2 * answerLeaseMs, "IN_PROGRESS 1 '' 1000 0", true],
});

const describeQuota = async (store: Store) => {
  const quota = await store.findQuota(userId);
  return quota ? [quota.day, quota.count, [...quota.inProgress.keys()].length] : 'no quota';
};

export const answerRaces: ConcurrencyScenario[] = [
  {
    name: 'two first questions are asked at once',
    async run(table) {
      const store = storeOf(table);
      const results = [await store.saveExchange(conversation, true, exchange, reservation())];
      const other = { ...conversation, conversationId: 'other' };
      results.push(await store.saveExchange(other, true, exchange, reservation({ answerId: otherId })));
      return [...results, await describeQuota(store)];
    },
    expected: ['saved', 'quotaChanged', [day, 1, 1]],
  },
  {
    name: 'a conversation begins with an id that exists',
    async run(table) {
      const store = await askQuestion(table);
      const before = { day, count: 1 };
      const results = await store.saveExchange(
        { ...conversation, title: 'New' },
        true,
        exchange,
        reservation({ before, count: 2 }),
      );
      return [results, (await store.getConversation(userId, sessionId)).title];
    },
    expected: ['conversationGone', 'Tea'],
  },
  {
    name: 'two questions reserve quota from the same count',
    async run(table) {
      const store = await askQuestion(table);
      const before = { day, count: 1 };
      const results = [
        await ask(store, { before, count: 2 }),
        await ask(store, { before, count: 2, answerId: otherId }),
      ];
      return [...results, await describeQuota(store)];
    },
    expected: ['saved', 'quotaChanged', [day, 2, 1]],
  },
  {
    name: 'two questions are the first of a day',
    async run(table) {
      const store = await askQuestion(table);
      const first = { before: { day, count: 1 }, day: '2026-11-22' };
      const results = [await ask(store, first), await ask(store, { ...first, answerId: otherId })];
      return [...results, await describeQuota(store)];
    },
    expected: ['saved', 'quotaChanged', ['2026-11-22', 1, 1]],
  },
  {
    name: 'a question is asked in a conversation that does not exist',
    async run(table) {
      const store = storeOf(table);
      return [await ask(store), (await table.rows()).length];
    },
    expected: ['conversationGone', 0],
  },
  {
    name: 'a question is asked in a conversation that was just deleted',
    async run(table) {
      const store = await askQuestion(table);
      await store.hideConversation(conversation, 3000);
      const results = await ask(store, { before: { day, count: 1 }, count: 2 });
      return [results, await describeQuota(store), (await store.findConversation(userId, sessionId))?.updateTimeMs];
    },
    expected: ['conversationGone', [day, 1, 1], 1000],
  },
  {
    name: 'an answer is regenerated twice',
    async run(table) {
      const store = await askQuestion(table);
      await writeAnswer(store);
      const before = await readAnswer(store);
      const results = [await regenerateAnswer(store, before)];
      await writeAnswer(store, 'A drink.', 2);
      return [...results, await regenerateAnswer(store, before), await describeAnswer(store)];
    },
    expected: ['saved', 'answerChanged', "DONE 2 'A drink.' 1000 0"],
  },
  ...overtaken('completed while it is stopped', [complete, stop], written),
  ...overtaken('regenerated while it is stopped', [rewrite, stop], rewritten),
  ...overtakenPolls(
    'recovered',
    (store, read) => store.recordRecovery(read, laterMs),
    "PENDING 1 '' 16000 1",
    "IN_PROGRESS 1 'A' 16000 1",
  ),
  ...overtakenPolls('written', complete, written),
  ...overtakenPolls('begun', (store) => store.acquireLease(job, 'writer', 19_000), begun, "IN_PROGRESS 1 'A' 1000 0"),
  ...overtakenPolls('regenerated', rewrite, rewritten),
  {
    name: 'a job is delivered twice',
    async run(table) {
      const store = await askQuestion(table);
      const leases = [await store.acquireLease(job, 'one', 2000), await store.acquireLease(job, 'other', 2001)];
      return leases.map((lease) => lease?.holder ?? 'none');
    },
    expected: ['one', 'none'],
  },
  {
    name: 'a job of an earlier attempt is delivered',
    async run(table) {
      const store = await askQuestion(table);
      await writeAnswer(store);
      await regenerateAnswer(store);
      return [(await store.acquireLease(job, 'late', 2000)) ?? 'none', await describeAnswer(store)];
    },
    expected: ['none', "PENDING 2 'A plant.' 1000 0"],
  },
  {
    name: 'a poll notes that it shows an answer which has ended meanwhile',
    async run(table) {
      const store = await askQuestion(table);
      await store.noteShown(answer, 3000);
      const before = (await readAnswer(store)).shownAtMs;
      await writeAnswer(store);
      return [before, await store.noteShown(answer, 90_000), (await readAnswer(store)).shownAtMs];
    },
    expected: [3000, false, 3000],
  },
  {
    name: 'a poll notes that it has shown the end of an answer which has been purged meanwhile',
    async run(table) {
      const store = await askQuestion(table);
      await writeAnswer(store);
      const ended = await readAnswer(store);
      const Key = messageKey(answer.sessionMessageId);
      await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));
      return store.noteShown(ended, 90_000);
    },
    expected: false,
  },
  expiredWriter('saves its text', (store, lease) =>
    store.saveProgress(lease, { text: 'Old', modelCode: 'gpt' }, 90_000),
  ),
  expiredWriter('takes back its text', (store, lease) => store.beginTextAgain(lease, 'another', 'Old', 90_000)),
  expiredWriter('renews its lease', (store, lease) => store.saveProgress(lease, {}, 90_000)),
  expiredWriter('completes the answer', (store, lease) =>
    store.saveFinalAnswer(lease, { ...finalAnswer, text: 'Old' }, laterMs),
  ),
  expiredWriter('fails the answer', (store, lease) =>
    store.saveFinalAnswer(lease, { ...finalAnswer, failure, status: 'FAILED', text: undefined }, laterMs),
  ),
  expiredWriter('releases its lease', (store, lease) => store.releaseLease(lease, { reason: 'busy', atMs: 50_000 })),
];
