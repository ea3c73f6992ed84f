import { describe, expect, it } from '@jest/globals';
import {
  hasFailed,
  isFailedStart,
  isInReview,
  isInTransition,
  isUp,
  mayCostMoney,
} from 'shared-types/rules/stack-status';

const rules = { isUp, isInTransition, isInReview, isFailedStart, hasFailed, mayCostMoney };

describe('the rules on a stack status', () => {
  it.each([
    ['CREATE_IN_PROGRESS', ['isInTransition', 'mayCostMoney']],
    ['CREATE_COMPLETE', ['isUp', 'mayCostMoney']],
    ['CREATE_FAILED', ['isFailedStart', 'hasFailed', 'mayCostMoney']],
    ['ROLLBACK_COMPLETE', ['isFailedStart', 'hasFailed']],
    ['ROLLBACK_FAILED', ['isFailedStart', 'hasFailed', 'mayCostMoney']],
    ['UPDATE_ROLLBACK_COMPLETE', ['isUp', 'mayCostMoney']],
    ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', ['isInTransition', 'mayCostMoney']],
    ['IMPORT_ROLLBACK_COMPLETE', ['isUp', 'mayCostMoney']],
    ['DELETE_FAILED', ['hasFailed', 'mayCostMoney']],
    ['REVIEW_IN_PROGRESS', ['isInTransition', 'isInReview']],
  ])('are for %s: %j', (status, expected) => {
    const holding = Object.entries(rules).flatMap(([name, rule]) => (rule(status) ? [name] : []));
    expect(holding).toEqual(expected);
  });
});
