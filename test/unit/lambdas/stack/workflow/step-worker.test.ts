import { describe, expect, it } from '@jest/globals';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { everyStatus, endsOf } from './found-statuses.ts';

const env = await useStackTestEnvironment();

/** One status for each way that an action can go. test/faults/stack/found-statuses.test.ts has all of them. */
const ways = new Set([null, 'CREATE_IN_PROGRESS', 'CREATE_COMPLETE', 'ROLLBACK_COMPLETE', 'DELETE_FAILED']);

describe('an action', () => {
  it.each(everyStatus.filter(([found]) => ways.has(found)))(
    'ends as the table says when it finds %s',
    async (found, ...ends) => {
      expect(await endsOf(env, found)).toEqual(ends);
    },
  );
});
