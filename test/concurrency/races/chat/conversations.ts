import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { purge, conversation, sessionId, storeOf, userId } from './answers.ts';

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
  {
    name: 'an answer of a user without a quota item ends',
    async run(table) {
      return [await results(storeOf(table).releaseQuota(userId, `${sessionId}.02`)), await table.rows()];
    },
    expected: ['done', []],
  },
];
