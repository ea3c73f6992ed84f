import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { conversation, sessionId, storeOf, userId } from './answers.ts';

const renamed = { title: 'Coffee', memorySize: null, modelCode: null };
const untitled = { ...conversation, awaitsTitle: true };

async function begun(table: ScenarioTable) {
  const store = storeOf(table);
  await store.createConversation(untitled);
  return store;
}
const found = async (table: ScenarioTable) =>
  (await table.rows()).map(({ title, awaitsTitle, deletedAtMs }) => [title, awaitsTitle, deletedAtMs]);

export const titleRaces: ConcurrencyScenario[] = [
  {
    name: 'two workers begin the title of a conversation',
    async run(table) {
      const store = await begun(table);
      return [await store.takeTitle(untitled), await store.takeTitle(untitled), ...(await found(table))];
    },
    expected: [true, false, ['Tea', undefined, undefined]],
  },
  {
    name: 'a conversation is renamed before a worker begins its title',
    async run(table) {
      const store = await begun(table);
      await store.updateConversation(userId, sessionId, renamed);
      return [await store.takeTitle(untitled), ...(await found(table))];
    },
    expected: [false, ['Coffee', undefined, undefined]],
  },
  {
    name: 'a conversation is deleted before a worker begins its title',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(untitled, 2000);
      return [await store.takeTitle(untitled), ...(await found(table))];
    },
    expected: [false, ['Tea', true, 2000]],
  },
  {
    name: 'a conversation is renamed while a model writes its title',
    async run(table) {
      const store = await begun(table);
      await store.updateConversation(userId, sessionId, renamed);
      return [await store.replaceTitle(untitled, 'Tea plants'), ...(await found(table))];
    },
    expected: [false, ['Coffee', undefined, undefined]],
  },
  {
    name: 'a conversation is deleted while a model writes its title',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(untitled, 2000);
      return [await store.replaceTitle(untitled, 'Tea plants'), ...(await found(table))];
    },
    expected: [false, ['Tea', true, 2000]],
  },
];
