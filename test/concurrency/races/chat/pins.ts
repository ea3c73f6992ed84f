import { maxPinnedConversations } from 'shared-types/rules/limits';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { conversation, sessionId, storeOf, userId } from './answers.ts';

async function begun(table: ScenarioTable) {
  const store = storeOf(table);
  await store.createConversation(conversation);
  return store;
}
const pins = async (table: ScenarioTable) =>
  (await table.rows()).flatMap(({ sk, pins: ids }) =>
    sk === 'PINS' ? [ids instanceof Set ? ids.size : 'an item without pins'] : [],
  );

export const pinRaces: ConcurrencyScenario[] = [
  {
    name: 'a conversation is deleted while it is pinned',
    async run(table) {
      const store = await begun(table);
      await store.hideConversation(conversation, 2000);
      return [await store.pin(userId, sessionId), ...(await pins(table))];
    },
    expected: ['conversationGone'],
  },
  {
    name: 'a conversation is purged while it is pinned',
    run: async (table) => [await storeOf(table).pin(userId, sessionId), ...(await pins(table))],
    expected: ['conversationGone'],
  },
  {
    name: 'two devices pin the last conversation that there is room for',
    async run(table) {
      const store = await begun(table);
      const others = Array.from({ length: maxPinnedConversations }, (_, index) => `other-${index}`);
      for (const conversationId of others) {
        await store.createConversation({ ...conversation, conversationId });
        await store.pin(userId, conversationId);
      }
      return [await store.pin(userId, sessionId), await store.pin(userId, 'other-0'), ...(await pins(table))];
    },
    expected: ['tooMany', 'pinned', maxPinnedConversations],
  },
  {
    name: 'a conversation is unpinned on two devices',
    async run(table) {
      const store = await begun(table);
      return [await store.unpin(userId, sessionId), ...(await pins(table))];
    },
    expected: [false],
  },
];
