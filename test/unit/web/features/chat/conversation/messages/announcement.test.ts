import { describe, expect, it } from '@jest/globals';
import { announcementText } from 'web/features/chat/conversation/messages/announcement.tsx';
import { message } from '../../messages.ts';

describe('what screen readers are told', () => {
  it.each([
    ['PENDING', '', 'thinking'],
    ['IN_PROGRESS', '', 'thinking'],
    ['IN_PROGRESS', 'Tea', 'writing'],
    ['DONE', 'Tea.', 'done. Tea.'],
  ] as const)('of a message that is %s with "%s"', (status, text, words) => {
    expect(announcementText(message(1, { status, text }))).toBe(words);
  });

  it('is why an answer has failed, and the beginning of a long one', () => {
    const failure = { code: 'quota', message: 'The credit is used up.', retryable: false };
    expect(announcementText(message(1, { status: 'FAILED', failure }))).toBe('failed. The credit is used up.');
    expect(announcementText(message(1, { text: 'w'.repeat(5_000) }))).toBe(`done. ${'w'.repeat(1_000)} …`);
  });
});
