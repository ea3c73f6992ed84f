import type { ConcurrencyScenario } from '../../support/dynamodb/concurrency-scenario.ts';
import { storeOf } from './auth.ts';

export const itemVersionRaces: ConcurrencyScenario[] = [
  {
    name: 'two browsers change the same preferences',
    async run(table) {
      const { preferences } = storeOf(table);
      const before = await preferences.find('cognito|1');
      const told = [];
      for (const theme of ['dark', 'light'] as const)
        told.push(await preferences.put('cognito|1', { ...before, theme }));
      const { theme, version } = await preferences.find('cognito|1');
      return [...told, theme, version];
    },
    expected: [true, false, 'dark', 1],
  },
];
