import { describe, expect, it } from '@jest/globals';
import { conversationIdOf, isComplete, isRemembered, isSettled } from 'shared-types/rules/message-status';

const answer = { status: 'DONE', senderRole: 'ASSISTANT', text: 'Green tea.' } as const;

describe('the status of a message', () => {
  it.each([
    ['PENDING', false],
    ['IN_PROGRESS', false],
    ['DONE', true],
    ['FAILED', true],
  ] as const)('%s is settled: %s', (status, settled) => {
    expect(isSettled({ status })).toBe(settled);
  });

  it.each([
    ['DONE', false, true],
    ['FAILED', false, false],
    ['FAILED', true, true],
    ['PENDING', true, false],
    ['IN_PROGRESS', true, false],
  ] as const)('%s, with the previous answer as its text: %s, is complete: %s', (status, isPrevious, complete) => {
    expect(isComplete({ status }, isPrevious)).toBe(complete);
  });
});

describe('the memory of a conversation', () => {
  it('has complete messages, and the previous answer where a new attempt failed', () => {
    expect(isRemembered(answer)).toBe(true);
    expect(isRemembered({ ...answer, status: 'FAILED' }, true)).toBe(true);
  });

  it('leaves out failed, blank and system messages', () => {
    expect(isRemembered({ ...answer, status: 'FAILED' })).toBe(false);
    expect(isRemembered({ ...answer, text: ' \n' })).toBe(false);
    expect(isRemembered({ ...answer, senderRole: 'SYSTEM' })).toBe(false);
  });
});

describe('the id of a message', () => {
  it('begins with the id of its conversation', () => {
    expect(conversationIdOf('01J8Z3K4M5N6P7Q8R9S0T1V2W3.01J8Z3K4M5N6P7Q8R9S0T1V2W4')).toBe(
      '01J8Z3K4M5N6P7Q8R9S0T1V2W3',
    );
  });
});
