import { afterAll, describe, expect, it } from '@jest/globals';
import { openTerminal } from '../support/commands/typed.ts';

const terminal = openTerminal();
afterAll(() => terminal.close());

/** The states are shown one after the other, at the pace of a person, on two screens. */
const patienceMs = 1_200_000;

describe('npm run screens', () => {
  it(
    'still finds each state',
    async () => {
      const { code, said, errors } = await terminal.run('npm run screens');
      expect({ code, errors: errors.slice(0, 1000) }).toEqual({ code: 0, errors: '' });
      expect(said).toMatch(/^mfa-setup-1280-light\.png$/m);
      expect(said).toMatch(/^sign-up-errors-360-dark\.png$/m);
    },
    patienceMs,
  );
});
