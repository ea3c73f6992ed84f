import type { SpendingLimits } from 'shared-types/contract/spending';
import type { SpendingReservation } from 'lambdas/chat/quota/spending';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { storeOf, userId } from './answers.ts';

const reservation = (id: string): SpendingReservation => ({
  id,
  userId,
  at: new Date('2026-11-21T12:00:00Z'),
  modelCode: 'gpt',
  price: { input: 10_000, output: 10_000 },
  amount: { tokens: 100, microDollars: 1_000_000 },
});
const usage = { inputTokens: 10, outputTokens: 20 };

const ample = { tokensPerDay: 1000, tokensPerMonth: 1000, dollarsPerDay: 10, dollarsPerMonth: 10 };
const scopes = ['person', 'site'] as const;
const tight = [
  ['tokensPerDay', 100, '100 tokens a day'],
  ['tokensPerMonth', 100, '100 tokens a month'],
  ['dollarsPerDay', 1, '$1 a day'],
  ['dollarsPerMonth', 1, '$1 a month'],
] as const;
const withLimit = (scope: (typeof scopes)[number], name: string, limit: number): SpendingLimits => ({
  person: ample,
  site: ample,
  [scope]: { ...ample, [name]: limit },
});

/** Returns the tokens of each counter. */
const counted = async (table: ScenarioTable) => (await table.rows()).map(({ tokens }) => tokens);

export const spendingRaces: ConcurrencyScenario[] = [
  ...scopes.flatMap((scope) =>
    tight.map(([name, limit, text]): ConcurrencyScenario => {
      const limits = withLimit(scope, name, limit);
      return {
        name: `two answers reserve the last room of ${scope} ${name}`,
        async run(table) {
          const store = storeOf(table);
          table.meanwhile('TransactItems', () => store.reserveSpending(reservation('other'), limits));
          const reached = await store.reserveSpending(reservation('one'), limits);
          return [reached?.message, ...(await counted(table))];
        },
        expected: [
          `This answer could exceed ${scope === 'person' ? 'your' : 'the site’s'} limit of ${text}.`,
          100,
          100,
          100,
          100,
        ],
      };
    }),
  ),
  {
    name: 'a call to the provider is settled twice',
    async run(table) {
      const store = storeOf(table);
      const limits = { person: ample, site: ample };
      await store.reserveSpending(reservation('one'), limits);
      await store.reserveSpending(reservation('other'), limits);
      for (let settled = 0; settled < 2; settled++) await store.settleSpending(reservation('one'), usage);
      return counted(table);
    },
    expected: [130, 130, 130, 130],
  },
];
