import { regenerate, type RegeneratePorts } from 'lambdas/chat/messages/exchange';
import { newExchange } from 'lambdas/chat/messages/message';
import { withVersion } from 'lambdas/chat/messages/versions';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import {
  reservation,
  askQuestion,
  regenerateAnswer,
  readAnswer,
  conversation,
  purge,
  sessionId,
  describeAnswer,
  storeOf,
  userId,
  writeAnswer,
} from './answers.ts';

const now = () => new Date(5000);
const portsOf = (table: ScenarioTable): RegeneratePorts => ({
  store: storeOf(table),
  queue: { tryToSend: async () => {} },
  now,
  settings: { limits: { messagesPerDay: 9, answersAtOnce: 9 } },
});

/** Rewords the question. Returns the state of the answer, or the error. */
const editQuestion = async (table: ScenarioTable) => {
  const { sessionMessageId } = await readAnswer(storeOf(table));
  return regenerate(portsOf(table), userId, { sessionMessageId, text: 'What is cocoa?' }).then(
    ({ status, attempt }) => `${status} ${attempt}`,
    String,
  );
};

/** Another device asks the next question just before a call whose input contains the text. */
const overtakenRewording = (what: string, before: string): ConcurrencyScenario => ({
  name: `a question is edited while the next one is asked, before ${what}`,
  async run(table) {
    const store = await askQuestion(table);
    await writeAnswer(store);
    table.meanwhile(before, async () => {
      const quota = await store.findQuota(userId);
      const next = newExchange(conversation, 'And then?', ['03', '04'], now());
      const nextReservation = reservation({ before: quota, count: 2, answerId: next.answer.sessionMessageId });
      await store.saveExchange(conversation, false, next, nextReservation);
    });
    const results = await editQuestion(table);
    return [results, (await store.pageMessages(sessionId, undefined, 9)).map(({ text }) => text)];
  },
  expected: ['AppError: Only the last question can be edited.', ['', 'And then?', 'A plant.', 'What is tea?']],
});

/** An answer is regenerated after this has happened to its conversation. */
const regeneratedAfter = (what: string, work: (store: ReturnType<typeof storeOf>) => Promise<unknown>) => ({
  name: `an answer is regenerated after its conversation was ${what}`,
  async run(table: ScenarioTable) {
    const store = await askQuestion(table);
    await writeAnswer(store);
    await work(store);
    const rows = (await table.rows()).length;
    return [await regenerateAnswer(store), await describeAnswer(store), (await table.rows()).length - rows];
  },
  expected: ['conversationGone', "DONE 1 'A plant.' 1000 0", 0],
});

export const versionRaces: ConcurrencyScenario[] = [
  regeneratedAfter('deleted', (store) => store.hideConversation(conversation, 2000)),
  regeneratedAfter('purged', (store) => store.endPurge({ ...purge, deletedAtMs: 2000 })),
  {
    name: 'an answer is regenerated while another version is shown',
    async run(table) {
      const store = await askQuestion(table);
      await writeAnswer(store);
      await regenerateAnswer(store);
      await writeAnswer(store, 'A drink.', 2);
      const before = await readAnswer(store);
      const former = await store.findVersion(before.sessionMessageId, 1);
      const results = [
        former && (await store.saveRevision(withVersion({ question: undefined, answer: before }, former))),
      ];
      return [...results, await regenerateAnswer(store, before), await describeAnswer(store)];
    },
    expected: [true, 'answerChanged', "DONE 3 'A plant.' 1000 0"],
  },
  {
    name: 'a version is shown of an answer that was just regenerated',
    async run(table) {
      const store = await askQuestion(table);
      await writeAnswer(store);
      const before = await readAnswer(store);
      await regenerateAnswer(store);
      return [
        await store.saveRevision(
          withVersion({ question: undefined, answer: before }, { answer: { ...before, text: 'Late' }, question: null }),
        ),
        await describeAnswer(store),
      ];
    },
    expected: [false, "PENDING 2 'A plant.' 1000 0"],
  },
  overtakenRewording('the quota is read', '"QUOTA"'),
  overtakenRewording('it is written', 'What is cocoa?'),
  {
    name: 'a question is edited twice with the same text',
    async run(table) {
      await writeAnswer(await askQuestion(table));
      table.meanwhile('sk < :answer', () => editQuestion(table));
      return [await editQuestion(table), await describeAnswer(storeOf(table))];
    },
    expected: ['PENDING 2', "PENDING 2 '' 5000 0"],
  },
];
