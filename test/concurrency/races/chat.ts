import type { QuotaReservation } from 'lambdas/chat/quota/quota';
import { leaseMs } from 'lambdas/chat/answers/lease';
import { type Message, newExchange } from 'lambdas/chat/messages/message';
import { nextAttempt } from 'lambdas/chat/messages/versions';
import { newConversation } from 'lambdas/chat/conversations/conversation';
import { chatStore } from 'lambdas/chat/chat-store';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

export const [userId, sessionId] = ['cognito|ann', 'session'];
const day = '2026-11-21';
const at = (ms: number) => new Date(ms);
export const session = newConversation(
  { userId, conversationId: sessionId, title: 'Tea' },
  { memorySize: 10, modelCode: 'gpt' },
  at(1000),
);
export const purge = { kind: 'purge', userId, sessionId } as const;
const failure = { code: 'lost', message: 'Lost.', retryable: true };
const exchange = newExchange(session, 'What is tea?', ['01', '02'], at(1000));
const { answer } = exchange;
const otherId = `${sessionId}.99`;
const job = { kind: 'generate', sessionMessageId: answer.sessionMessageId, attempt: 1 } as const;

export const storeOf = ({ client, TableName }: ScenarioTable) => chatStore(client, TableName);
type Store = ReturnType<typeof storeOf>;

export const admission = (change: Partial<QuotaReservation> = {}): QuotaReservation => ({
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
  store.saveExchange({ ...session, updateTimeMs: 5000 }, isNew, exchange, admission(change));

/** A session in which a question was asked. */
export async function asked(table: ScenarioTable): Promise<Store> {
  const store = storeOf(table);
  await store.saveExchange(session, true, exchange, admission());
  return store;
}

export const nowOf = (store: Store) => store.getMessage(userId, answer.sessionMessageId);
export const standing = async (store: Store) => {
  const { status, attempt, text, queuedAtMs, recoveries } = await nowOf(store);
  return `${status} ${attempt} '${text}' ${queuedAtMs} ${recoveries}`;
};
const ending = { status: 'DONE', failure: null, usage: null, finishReason: null, modelCode: null } as const;

export async function written(store: Store, text = 'A plant.', attempt = 1) {
  const claim = await store.acquireLease({ ...job, attempt }, `writer ${attempt}`, 2000);
  if (claim) await store.saveFinalAnswer(claim, { ...ending, text });
}

/** Asked for once more by somebody whose clock says the same as when it was asked first. */
export async function askedOnceMore(store: Store, before?: Message) {
  const question = exchange.question;
  const next = nextAttempt({ question, answer: before ?? (await nowOf(store)) }, undefined, at(answer.createTimeMs));
  const limits = await store.findQuota(userId);
  return store.saveNextAttempt(session, next, admission({ before: limits, count: 9 }));
}

/** Something happens to an answer that somebody has just read; then it is healed, or given up. */
const overtaken = (
  what: string,
  change: (store: Store, read: Message) => Promise<unknown>,
  ends: string,
): ConcurrencyScenario[] => {
  const late = (name: string, work: (store: Store, read: Message) => Promise<unknown>): ConcurrencyScenario => ({
    name: `an answer is ${what} while it is ${name}`,
    async run(table) {
      const store = await asked(table);
      const read = await nowOf(store);
      await change(store, read);
      return [(await work(store, read)) ? 'won' : 'lost', await standing(store)];
    },
    expected: ['lost', ends],
  });
  return [
    late('healed', (store, read) => store.recordRecovery(read, 20_000)),
    late('given up', (store, read) => store.markLost(read, failure, 20_000)),
  ];
};

/** A writer was thought dead, and another has taken over. */
const lateWriter = (
  what: string,
  write: (store: Store, claim: NonNullable<Awaited<ReturnType<Store['acquireLease']>>>) => Promise<boolean>,
): ConcurrencyScenario => ({
  name: `a writer who was thought dead ${what}`,
  async run(table) {
    const store = await asked(table);
    const dead = await store.acquireLease(job, 'dead', 2000);
    const alive = await store.acquireLease(job, 'alive', 2000 + leaseMs);
    if (!dead || !alive) return 'nobody has it';
    const isWritten = await write(store, dead);
    const { leaseUntilMs } = await nowOf(store);
    return [isWritten, leaseUntilMs, await standing(store), await store.saveProgress(alive, undefined, 5000)];
  },
  expected: [false, 2000 + 2 * leaseMs, "IN_PROGRESS 1 '' 1000 0", true],
});

const limitsNow = async (store: Store) => {
  const limits = await store.findQuota(userId);
  return limits ? [limits.day, limits.count, [...limits.inProgress.keys()].length] : 'no limits';
};

export const answerRaces: ConcurrencyScenario[] = [
  {
    name: 'two first questions come at once',
    async run(table) {
      const store = storeOf(table);
      const told = [await store.saveExchange(session, true, exchange, admission())];
      const other = { ...session, conversationId: 'other' };
      told.push(await store.saveExchange(other, true, exchange, admission({ answerId: otherId })));
      return [...told, await limitsNow(store)];
    },
    expected: ['saved', 'quotaChanged', [day, 1, 1]],
  },
  {
    name: 'a session begins under an id that is taken',
    async run(table) {
      const store = await asked(table);
      const before = { day, count: 1 };
      const told = await store.saveExchange(
        { ...session, title: 'New' },
        true,
        exchange,
        admission({ before, count: 2 }),
      );
      return [told, (await store.getConversation(userId, sessionId)).title];
    },
    expected: ['conversationGone', 'Tea'],
  },
  {
    name: 'two questions are let in by the same count',
    async run(table) {
      const store = await asked(table);
      const before = { day, count: 1 };
      const told = [await ask(store, { before, count: 2 }), await ask(store, { before, count: 2, answerId: otherId })];
      return [...told, await limitsNow(store)];
    },
    expected: ['saved', 'quotaChanged', [day, 2, 1]],
  },
  {
    name: 'two questions are the first of a day',
    async run(table) {
      const store = await asked(table);
      const first = { before: { day, count: 1 }, day: '2026-11-22' };
      const told = [await ask(store, first), await ask(store, { ...first, answerId: otherId })];
      return [...told, await limitsNow(store)];
    },
    expected: ['saved', 'quotaChanged', ['2026-11-22', 1, 1]],
  },
  {
    name: 'a question comes for a session that never was',
    async run(table) {
      const store = storeOf(table);
      return [await ask(store), (await table.rows()).length];
    },
    expected: ['conversationGone', 0],
  },
  {
    name: 'a question comes for a session that was just deleted',
    async run(table) {
      const store = await asked(table);
      await store.hideConversation(session, 3000);
      const told = await ask(store, { before: { day, count: 1 }, count: 2 });
      return [told, await limitsNow(store), (await store.findConversation(userId, sessionId))?.updateTimeMs];
    },
    expected: ['conversationGone', [day, 1, 1], 1000],
  },
  {
    name: 'an answer is asked for again twice',
    async run(table) {
      const store = await asked(table);
      await written(store);
      const before = await nowOf(store);
      const told = [await askedOnceMore(store, before)];
      await written(store, 'A drink.', 2);
      return [...told, await askedOnceMore(store, before), await standing(store)];
    },
    expected: ['saved', 'answerChanged', "DONE 2 'A drink.' 1000 0"],
  },
  {
    name: 'an answer ends while it is stopped',
    async run(table) {
      const store = await asked(table);
      const read = await nowOf(store);
      await written(store);
      return [(await store.stopAnswer(read, 'stopped')) ?? 'final', await standing(store)];
    },
    expected: ['final', "DONE 1 'A plant.' 1000 0"],
  },
  {
    name: 'an answer is asked for again while it is stopped',
    async run(table) {
      const store = await asked(table);
      const read = await nowOf(store);
      await written(store);
      await askedOnceMore(store);
      return [(await store.stopAnswer(read, 'stopped')) ?? 'another', await standing(store)];
    },
    expected: ['another', "PENDING 2 'A plant.' 1000 0"],
  },
  ...overtaken('healed', (store, read) => store.recordRecovery(read, 16_000), "PENDING 1 '' 16000 1"),
  ...overtaken('written', (store) => written(store), "DONE 1 'A plant.' 1000 0"),
  ...overtaken('begun', (store) => store.acquireLease(job, 'writer', 19_000), "IN_PROGRESS 1 '' 1000 0"),
  ...overtaken(
    'asked for again',
    async (store) => {
      await written(store);
      await askedOnceMore(store);
    },
    "PENDING 2 'A plant.' 1000 0",
  ),
  {
    name: 'a message is delivered again',
    async run(table) {
      const store = await asked(table);
      const claims = [await store.acquireLease(job, 'one', 2000), await store.acquireLease(job, 'other', 2001)];
      return claims.map((claim) => claim?.holder ?? 'nobody');
    },
    expected: ['one', 'nobody'],
  },
  {
    name: 'a message of an earlier attempt is delivered again',
    async run(table) {
      const store = await asked(table);
      await written(store);
      await askedOnceMore(store);
      return [(await store.acquireLease(job, 'late', 2000)) ?? 'nobody', await standing(store)];
    },
    expected: ['nobody', "PENDING 2 'A plant.' 1000 0"],
  },
  lateWriter('has words', (store, claim) => store.saveProgress(claim, { text: 'Old', modelCode: 'gpt' }, 90_000)),
  lateWriter('goes on thinking', (store, claim) => store.saveProgress(claim, undefined, 90_000)),
  lateWriter('is done', (store, claim) => store.saveFinalAnswer(claim, { ...ending, text: 'Old' })),
  lateWriter('fails', (store, claim) =>
    store.saveFinalAnswer(claim, { ...ending, failure, status: 'FAILED', text: undefined }),
  ),
  lateWriter('gives up', (store, claim) => store.releaseLease(claim, 50_000)),
];
