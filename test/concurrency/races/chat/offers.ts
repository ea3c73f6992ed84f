import { lookIntervalMs, mergeOffer } from 'lambdas/chat/offers/offer';
import type { ConcurrencyScenario } from '../../../support/dynamodb/concurrency-scenario.ts';
import { storeOf } from './answers.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const laterMs = nowMs + lookIntervalMs;
const listed = (code: string) => [{ code, retiresOn: null }];

export const offerRaces: ConcurrencyScenario[] = [
  {
    name: 'two workers take the first look at a model list',
    async run(table) {
      const store = storeOf(table);
      table.meanwhile('SET', () => store.takeLook('OpenAI', nowMs));
      return (await store.takeLook('OpenAI', nowMs + 1)) === undefined;
    },
    expected: true,
  },
  {
    name: 'two workers take the look of the next day',
    async run(table) {
      const store = storeOf(table);
      await store.takeLook('OpenAI', nowMs);
      table.meanwhile('SET', () => store.takeLook('OpenAI', laterMs));
      return (await store.takeLook('OpenAI', laterMs + 1)) === undefined;
    },
    expected: true,
  },
  {
    name: 'a look ends after the next one',
    async run(table) {
      const store = storeOf(table);
      const slow = await store.takeLook('OpenAI', nowMs);
      const next = await store.takeLook('OpenAI', laterMs);
      if (next) await store.saveOffer(mergeOffer(next, listed('new'), laterMs));
      if (slow) await store.saveOffer(mergeOffer(slow, listed('old'), nowMs));
      return (await store.listOffers()).map(({ models }) => models.map(({ code }) => code));
    },
    expected: [['new']],
  },
];
