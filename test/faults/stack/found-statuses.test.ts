import { describe, expect, it } from '@jest/globals';
import { everyStatus, endsOf } from '../../unit/lambdas/stack/workflow/found-statuses.ts';
import { useStackTestEnvironment } from '../../unit/lambdas/stack/stack-test-environment.ts';

const env = await useStackTestEnvironment();

describe('an action', () => {
  it.each(everyStatus)('ends as the table says, whatever it finds: %s', async (found, ...ends) => {
    expect(await endsOf(env, found)).toEqual(ends);
  });
});
