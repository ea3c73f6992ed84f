import type { TokenUsage } from 'lambdas/chat/messages/message';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import { admission, purge, session, sessionId, storeOf, userId } from './chat.ts';

const changes = { title: 'Coffee', memorySize: null, modelCode: null };
const told = (work: Promise<unknown>) =>
  work.then(
    (result) => (typeof result === 'boolean' ? result : 'done'),
    (error: Error) => error.name,
  );

/** As it is stored. */
const found = async (table: ScenarioTable) =>
  (await table.rows()).map(({ title, deletedAtMs, gsi1pk, purging }) => [title, deletedAtMs, gsi1pk, purging]);

async function begun(table: ScenarioTable) {
  const store = storeOf(table);
  await store.createConversation(session);
  return store;
}

/** What an answer has cost, when something else stands in the limits. */
const settling = (
  name: string,
  month: string | undefined,
  usage: TokenUsage | null,
  expected: unknown,
): ConcurrencyScenario => ({
  name,
  async run(table) {
    const store = storeOf(table);
    if (month !== undefined) {
      await store.saveExchange(session, true, exchange, admission());
      await store.releaseQuota(userId, `${sessionId}.00`, { inputTokens: 1, outputTokens: 2 }, new Date(month));
    }
    const end = await told(store.releaseQuota(userId, answerId, usage, new Date('2026-11-21')));
    const limits = await store.findQuota(userId);
    return [end, ...(limits ? [limits.month, limits.inputTokens, limits.outputTokens] : await table.rows())];
  },
  expected,
});
const message = {
  status: 'DONE',
  text: '',
  createTimeMs: 0,
  attempt: 0,
  queuedAtMs: 0,
  recoveries: 0,
  deliveries: 0,
} as const;
const nothing = {
  leaseUntilMs: 0,
  failure: null,
  usage: null,
  modelCode: null,
  finishReason: null,
  version: 0,
  kept: [],
  isPreviousAnswer: false,
};
const part = { ...message, ...nothing, userId, senderRole: 'USER' } as const;
const answerId = `${sessionId}.02`;
const exchange = {
  question: { ...part, sessionMessageId: `${sessionId}.01` },
  answer: { ...part, sessionMessageId: answerId },
};
const usage = { inputTokens: 10, outputTokens: 20 };

export const sessionRaces: ConcurrencyScenario[] = [
  {
    name: 'two sessions begin under one id',
    async run(table) {
      const store = await begun(table);
      return [await told(store.createConversation({ ...session, title: 'Coffee' })), ...(await found(table))];
    },
    expected: ['ConditionalCheckFailedException', ['Tea', undefined, `USER#${userId}`, undefined]],
  },
  {
    name: 'a session is renamed or deleted that is gone',
    async run(table) {
      const store = storeOf(table);
      const answers = [
        await told(store.updateConversation(userId, sessionId, changes)),
        await told(store.hideConversation(session, 3000)),
      ];
      return [...answers, ...(await found(table))];
    },
    expected: ['AppError', false],
  },
  {
    name: 'a session is renamed or deleted that was just deleted',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(session, 2000);
      const answers = [
        await told(store.updateConversation(userId, sessionId, changes)),
        await told(store.hideConversation(session, 3000)),
      ];
      return [...answers, ...(await found(table))];
    },
    expected: ['AppError', false, ['Tea', 2000, undefined, undefined]],
  },
  {
    name: 'a session is restored while it is purged',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(session, 2000);
      await store.beginPurge({ ...purge, deletedAtMs: 2000 });
      return [await told(store.restoreConversation(userId, sessionId)), ...(await found(table))];
    },
    expected: ['AppError', ['Tea', 2000, undefined, true]],
  },
  {
    name: 'a session is forgotten between a look at it and its restoring',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(session, 2000);
      table.meanwhile('REMOVE #deletedAtMs', () => store.endPurge({ ...purge, deletedAtMs: 2000 }));
      return [await told(store.restoreConversation(userId, sessionId)), ...(await found(table))];
    },
    expected: ['AppError'],
  },
  {
    name: 'a session is restored before it is purged',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(session, 2000);
      await store.restoreConversation(userId, sessionId);
      return [await store.beginPurge({ ...purge, deletedAtMs: 2000 }), ...(await found(table))];
    },
    expected: [false, ['Tea', undefined, `USER#${userId}`, undefined]],
  },
  settling('an answer ends whose person has no limits', undefined, null, ['done']),
  settling('an answer ends that has cost something, whose person has no limits', undefined, usage, ['done']),
  settling('an answer ends in the month of the one before', '2026-11-01', usage, ['done', '2026-11', 11, 22]),
  settling('an answer is the first to end in a month', '2026-10-31', usage, ['done', '2026-11', 10, 20]),
  settling('an answer ends when the next month has begun', '2026-12-01', usage, ['done', '2026-12', 1, 2]),
];
