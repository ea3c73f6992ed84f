import { describe, expect, it } from '@jest/globals';
import { joinText, progressOf } from 'web/features/chat/conversation/messages/message-pages';
import { message } from '../../messages.ts';

const known = message(1, { status: 'IN_PROGRESS', text: 'Tea ', writer: 'one' });

describe('a poll of a growing text', () => {
  it('names the part that is known, once a worker writes it', () => {
    expect(progressOf(known)).toEqual({ after: 4, writer: 'one' });
    expect(progressOf(message(1, { status: 'PENDING', text: 'The previous answer.' }))).toBeUndefined();
    expect(progressOf(undefined)).toBeUndefined();
  });

  it('adds the rest to the known part', () => {
    const joined = joinText(known, { ...known, text: 'is', after: 4 });
    expect(joined).toMatchObject({ text: 'Tea is', writer: 'one' });
    expect(joined).not.toHaveProperty('after');
  });

  it('takes a whole text as it is', () => {
    expect(joinText(known, message(1, { text: 'Te' }))).toMatchObject({ status: 'DONE', text: 'Te' });
  });

  it.each([
    ['of another worker', { ...known, writer: 'two', text: 'is', after: 4 }],
    ['after another part', { ...known, text: 'is', after: 9 }],
  ])('joins no rest %s', (_, rest) => {
    expect(joinText(known, rest)).toBeUndefined();
  });
});
