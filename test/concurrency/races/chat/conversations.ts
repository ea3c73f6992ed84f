import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { initialState } from 'lambdas/chat/messages/message';
import { newExchange } from 'lambdas/chat/messages/message';
import { timeKey } from 'lambdas/platform/dynamodb/table';
import { purge, conversation, reservation, sessionId, storeOf, userId } from './answers.ts';

const changes = { title: 'Coffee', memorySize: null, modelCode: null };
const results = (work: Promise<unknown>) =>
  work.then(
    (result) => (typeof result === 'boolean' ? result : 'done'),
    (error: Error) => error.name,
  );

/** Returns the stored attributes of the conversation. */
const found = async (table: ScenarioTable) =>
  (await table.rows()).map(({ title, deletedAtMs, gsi1pk, purging }) => [title, deletedAtMs, gsi1pk, purging]);

async function begun(table: ScenarioTable) {
  const store = storeOf(table);
  await store.createConversation(conversation);
  return store;
}

const imported = (text: string, place = '07') => ({
  ...initialState,
  sessionMessageId: `${sessionId}.${place}`,
  userId,
  senderRole: 'USER' as const,
  status: 'DONE' as const,
  text,
  createTimeMs: 1000,
});
const asked = (text: string) => newExchange(conversation, text, ['07', '08'], new Date(1000));

/** Returns the titles and texts that are stored. */
const kept = async (table: ScenarioTable) =>
  (await table.rows()).map(({ title, text }) => String(title ?? text)).toSorted();

const importedAs = (importId: string, place: string) => ({ ...imported(importId, place), importId });

export const conversationRaces: ConcurrencyScenario[] = [
  {
    name: 'two tabs import one conversation, which was renamed, and one message, which was changed',
    async run(table) {
      const store = storeOf(table);
      await store.saveImport({ ...conversation, title: 'Renamed' }, [imported('changed')]);
      const added = await store.saveImport(conversation, [imported('imported'), imported('next', '08')]);
      return [added, ...(await kept(table))];
    },
    expected: [1, 'Renamed', 'changed', 'next'],
  },
  {
    name: 'a later and an earlier export of one conversation are imported at once',
    async run(table) {
      const store = storeOf(table);
      const exportAt = (updateTimeMs: number, place: string) =>
        store.saveImport({ ...conversation, updateTimeMs }, [imported(place, place)]);
      await exportAt(2000, '07');
      table.meanwhile(':updateTimeMs', () => exportAt(4000, '08'));
      await exportAt(3000, '09');
      return (await table.rows()).flatMap(({ updateTimeMs, gsi1sk }) => (updateTimeMs ? [updateTimeMs, gsi1sk] : []));
    },
    expected: [4000, `${timeKey(4000)}#${sessionId}`],
  },
  {
    name: 'a part of a conversation is imported after its deletion',
    async run(table) {
      const store = storeOf(table);
      await store.saveImport(conversation, [imported('imported')]);
      await store.hideConversation(conversation, 2000);
      return [await store.saveImport(conversation, [imported('next', '08')]), ...(await kept(table))];
    },
    expected: ['deleted', 'Tea', 'imported'],
  },
  {
    name: 'a conversation is purged between the two writes of an import',
    async run(table) {
      const store = storeOf(table);
      await store.createConversation(conversation);
      table.meanwhile('#rewrites', () => store.endPurge({ ...purge, deletedAtMs: 2000 }));
      return [await store.saveImport(conversation, [imported('next')]), ...(await kept(table))];
    },
    expected: ['deleted'],
  },
  {
    name: 'two tabs import two branches of one conversation, one of them in two parts',
    async run(table) {
      const store = storeOf(table);
      const other = importedAs('other', '08');
      return [
        await store.saveImport(conversation, [importedAs('one', '07'), importedAs('two', '08')]),
        await store.saveImport(conversation, [importedAs('one', '07'), other]),
        await store.saveImport(conversation, [importedAs('next', '09')], { after: other }),
        ...(await kept(table)),
      ];
    },
    expected: [2, 'otherBranch', 'otherBranch', 'Tea', 'one', 'two'],
  },
  {
    name: 'a fork that is sent twice arrives again when its user has changed it',
    async run(table) {
      const store = storeOf(table);
      await store.saveFork({ ...conversation, title: 'Renamed' }, [imported('changed')]);
      await store.saveFork(conversation, [imported('copied'), imported('next', '08')]);
      return kept(table);
    },
    expected: ['Renamed', 'changed', 'next'],
  },
  {
    name: 'a fork is completed before its copies of files are checked',
    async run(table) {
      const store = await begun(table);
      return [await store.abandonConversation({ ...purge, deletedAtMs: 2000 }), ...(await found(table))];
    },
    expected: [false, ['Tea', undefined, `USER#${userId}`, undefined]],
  },
  {
    name: 'the copies of a fork are checked twice, before it is completed',
    async run(table) {
      const store = storeOf(table);
      const check = () => store.abandonConversation({ ...purge, deletedAtMs: 2000 });
      return [await check(), await check(), await store.saveFork(conversation, []), ...(await found(table))];
    },
    expected: [true, true, false, ['', 2000, undefined, true]],
  },
  {
    name: 'two calls ask the same question in a fork',
    async run(table) {
      const store = storeOf(table);
      const ask = (title: string, question: string) =>
        store.saveExchange({ ...conversation, title }, true, asked(question), reservation());
      const saved = [await ask('First', 'first'), await ask('Second', 'second')];
      return [...saved, ...(await kept(table))];
    },
    expected: ['saved', 'conversationGone', '', 'First', 'first', 'undefined'],
  },
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
