import { describe, expect, it } from '@jest/globals';
import { announcementText } from 'web/features/chat/conversation/messages/announcement.tsx';
import { message } from '../../messages.ts';

describe('announcementText', () => {
  it.each([
    ['PENDING', '', 'Thinking'],
    ['IN_PROGRESS', '', 'Thinking'],
    ['IN_PROGRESS', 'Tea', 'Writing'],
    ['DONE', '**Tea**.', 'Done. Tea.'],
  ] as const)('describes a message that is %s with "%s"', (status, text, expected) => {
    expect(announcementText(message(1, { status, text }))).toBe(expected);
  });

  it('says once that the model is asked again', () => {
    const words = [4_000, 3_000, 0].map((inMs) =>
      announcementText(message(1, { status: 'PENDING', text: '', retry: { reason: 'busy', inMs } })),
    );
    expect(new Set(words)).toEqual(new Set(['The model is busy. Trying again']));
  });

  it('gives the reason of a failure, and the beginning of a long answer', () => {
    const failure = { code: 'quota', message: 'The credit is used up.', retryable: false };
    expect(announcementText(message(1, { status: 'FAILED', failure }))).toBe('Failed. The credit is used up.');
    expect(announcementText(message(1, { text: 'w'.repeat(5_000) }))).toBe(`Done. ${'w'.repeat(1_000)} …`);
  });
});
