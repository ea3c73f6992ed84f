import { regenerate } from 'lambdas/chat/messages/exchange';
import { newExchange } from 'lambdas/chat/messages/message';
import type { ChatPorts } from 'lambdas/chat/ports';
import { withVersion } from 'lambdas/chat/messages/versions';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import {
  admission,
  asked,
  askedOnceMore,
  nowOf,
  session,
  sessionId,
  standing,
  storeOf,
  userId,
  written,
} from './chat.ts';

const now = () => new Date(5000);
const portsOf = (table: ScenarioTable): ChatPorts => ({
  store: storeOf(table),
  queue: { send: async () => {}, offer: async () => {} },
  now,
  newId: () => 'new',
  settings: {
    catalogue: { models: [], isOpenAi: false },
    defaults: { modelCode: 'gpt', memorySize: 10 },
    limits: { messagesPerDay: 9, answersAtOnce: 9 },
  },
});

/** The question in other words: how the answer stands then, or why not. */
const reworded = async (table: ScenarioTable) => {
  const { sessionMessageId } = await nowOf(storeOf(table));
  return regenerate(portsOf(table), userId, { sessionMessageId, text: 'What is cocoa?' }).then(
    ({ status, attempt }) => `${status} ${attempt}`,
    String,
  );
};

/** Another device asks the next question just before a call in which these words stand. */
const goneOn = (what: string, before: string): ConcurrencyScenario => ({
  name: `a question is put in other words while the conversation goes on, before ${what}`,
  async run(table) {
    const store = await asked(table);
    await written(store);
    table.meanwhile(before, async () => {
      const limits = await store.findQuota(userId);
      const next = newExchange(session, 'And then?', ['03', '04'], now());
      const itsAdmission = admission({ before: limits, count: 2, answerId: next.answer.sessionMessageId });
      await store.saveExchange(session, false, next, itsAdmission);
    });
    const told = await reworded(table);
    return [told, (await store.pageMessages(sessionId, undefined, 9)).map(({ text }) => text)];
  },
  expected: ['AppError: Only the last question can be changed.', ['', 'And then?', 'A plant.', 'What is tea?']],
});

export const versionRaces: ConcurrencyScenario[] = [
  {
    name: 'an answer is asked for again while another version of it is shown',
    async run(table) {
      const store = await asked(table);
      await written(store);
      await askedOnceMore(store);
      await written(store, 'A drink.', 2);
      const before = await nowOf(store);
      const former = await store.findVersion(before.sessionMessageId, 1);
      const told = [former && (await store.saveRevision(withVersion({ question: undefined, answer: before }, former)))];
      return [...told, await askedOnceMore(store, before), await standing(store)];
    },
    expected: [true, 'answerChanged', "DONE 3 'A plant.' 1000 0"],
  },
  {
    name: 'a version is shown of an answer that was just asked for again',
    async run(table) {
      const store = await asked(table);
      await written(store);
      const before = await nowOf(store);
      await askedOnceMore(store);
      return [
        await store.saveRevision(
          withVersion({ question: undefined, answer: before }, { answer: { ...before, text: 'Late' }, question: null }),
        ),
        await standing(store),
      ];
    },
    expected: [false, "PENDING 2 'A plant.' 1000 0"],
  },
  goneOn('the limits are read', '"LIMIT"'),
  goneOn('it is written', 'What is cocoa?'),
  {
    name: 'a question is sent twice in the same other words',
    async run(table) {
      await written(await asked(table));
      table.meanwhile('sk < :answer', () => reworded(table));
      return [await reworded(table), await standing(storeOf(table))];
    },
    expected: ['PENDING 2', "PENDING 2 '' 5000 0"],
  },
];
