import { initialState } from 'lambdas/chat/messages/message';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { conversation, sessionId, storeOf, userId } from './answers.ts';

const message = (place: string) => ({
  ...initialState,
  sessionMessageId: `${sessionId}.${place}`,
  userId,
  senderRole: 'USER' as const,
  status: 'DONE' as const,
  text: place,
  createTimeMs: 1000,
});

/** Packs what a search has read when the conversation had this number of rewrites. */
const pack = (table: ScenarioTable, rewrites: number) =>
  storeOf(table).saveTextPart(conversation, {
    index: 0,
    from: '',
    through: '07',
    rewrites,
    asks: 0,
    isWhole: true,
    data: new Uint8Array([1]),
  });
const packs = async (table: ScenarioTable) => (await table.rows()).filter(({ sk }) => String(sk).startsWith('TEXT#'));

export const searchRaces: ConcurrencyScenario[] = [
  {
    name: 'the first message of a conversation is rewritten while a search packs it',
    async run(table) {
      const store = storeOf(table);
      await store.saveImport(conversation, [message('07')]);
      await store.saveImport(conversation, [message('05')]);
      return [await pack(table, 0), await packs(table)];
    },
    expected: [false, []],
  },
  {
    name: 'a message is rewritten again while a search packs its conversation',
    async run(table) {
      const store = storeOf(table);
      for (const place of ['07', '05', '03']) await store.saveImport(conversation, [message(place)]);
      return [await pack(table, 1), await packs(table)];
    },
    expected: [false, []],
  },
  {
    name: 'a conversation is deleted while a search packs it',
    async run(table) {
      const store = storeOf(table);
      await store.saveImport(conversation, [message('07')]);
      await store.hideConversation(conversation, 2000);
      return [await pack(table, 0), await packs(table)];
    },
    expected: [false, []],
  },
  {
    name: 'a conversation with a rewritten message is deleted while a search packs it',
    async run(table) {
      const store = storeOf(table);
      for (const place of ['07', '05']) await store.saveImport(conversation, [message(place)]);
      await store.hideConversation(conversation, 2000);
      return [await pack(table, 1), await packs(table)];
    },
    expected: [false, []],
  },
  {
    name: 'a conversation is purged while a search packs it',
    run: async (table) => [await pack(table, 0), await packs(table)],
    expected: [false, []],
  },
];
