import type { TokenUsage } from 'lambdas/chat/messages/message';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import { reservation, purge, conversation, sessionId, storeOf, userId } from './chat-answers.ts';

const changes = { title: 'Coffee', memorySize: null, modelCode: null };
const results = (work: Promise<unknown>) =>
  work.then(
    (result) => (typeof result === 'boolean' ? result : 'done'),
    (error: Error) => error.name,
  );

/** The stored attributes of the conversation. */
const found = async (table: ScenarioTable) =>
  (await table.rows()).map(({ title, deletedAtMs, gsi1pk, purging }) => [title, deletedAtMs, gsi1pk, purging]);

async function begun(table: ScenarioTable) {
  const store = storeOf(table);
  await store.createConversation(conversation);
  return store;
}

/** An answer ends, and its tokens are added to a quota of the given month. */
const releasing = (
  name: string,
  month: string | undefined,
  usage: TokenUsage | null,
  expected: unknown,
): ConcurrencyScenario => ({
  name,
  async run(table) {
    const store = storeOf(table);
    if (month !== undefined) {
      await store.saveExchange(conversation, true, exchange, reservation());
      await store.releaseQuota(userId, `${sessionId}.00`, { inputTokens: 1, outputTokens: 2 }, new Date(month));
    }
    const end = await results(store.releaseQuota(userId, answerId, usage, new Date('2026-11-21')));
    const quota = await store.findQuota(userId);
    return [end, ...(quota ? [quota.month, quota.inputTokens, quota.outputTokens] : await table.rows())];
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

export const conversationRaces: ConcurrencyScenario[] = [
  {
    name: 'two conversations begin with one id',
    async run(table) {
      const store = await begun(table);
      return [await results(store.createConversation({ ...conversation, title: 'Coffee' })), ...(await found(table))];
    },
    expected: ['ConditionalCheckFailedException', ['Tea', undefined, `USER#${userId}`, undefined]],
  },
  {
    name: 'a conversation that does not exist is renamed or deleted',
    async run(table) {
      const store = storeOf(table);
      const answers = [
        await results(store.updateConversation(userId, sessionId, changes)),
        await results(store.hideConversation(conversation, 3000)),
      ];
      return [...answers, ...(await found(table))];
    },
    expected: ['AppError', false],
  },
  {
    name: 'a conversation is renamed or deleted that was just deleted',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(conversation, 2000);
      const answers = [
        await results(store.updateConversation(userId, sessionId, changes)),
        await results(store.hideConversation(conversation, 3000)),
      ];
      return [...answers, ...(await found(table))];
    },
    expected: ['AppError', false, ['Tea', 2000, undefined, undefined]],
  },
  {
    name: 'a conversation is restored while it is purged',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(conversation, 2000);
      await store.beginPurge({ ...purge, deletedAtMs: 2000 });
      return [await results(store.restoreConversation(userId, sessionId)), ...(await found(table))];
    },
    expected: ['AppError', ['Tea', 2000, undefined, true]],
  },
  {
    name: 'a conversation is purged between the read and the write of its restoration',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(conversation, 2000);
      table.meanwhile('REMOVE #deletedAtMs', () => store.endPurge({ ...purge, deletedAtMs: 2000 }));
      return [await results(store.restoreConversation(userId, sessionId)), ...(await found(table))];
    },
    expected: ['AppError'],
  },
  {
    name: 'a conversation is restored before it is purged',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(conversation, 2000);
      await store.restoreConversation(userId, sessionId);
      return [await store.beginPurge({ ...purge, deletedAtMs: 2000 }), ...(await found(table))];
    },
    expected: [false, ['Tea', undefined, `USER#${userId}`, undefined]],
  },
  releasing('an answer of a user without a quota item ends', undefined, null, ['done']),
  releasing('an answer with tokens of a user without a quota item ends', undefined, usage, ['done']),
  releasing('an answer ends in the same month as the previous one', '2026-11-01', usage, ['done', '2026-11', 11, 22]),
  releasing('an answer is the first to end in a month', '2026-10-31', usage, ['done', '2026-11', 10, 20]),
  releasing('an answer of the previous month ends after the first one of a month', '2026-12-01', usage, [
    'done',
    '2026-12',
    1,
    2,
  ]),
];
