import { describe, expect, it } from '@jest/globals';
import { memoryStart } from 'web/features/chat/conversation/messages/memory-start';
import { idOf, message } from '../../messages.ts';

const said = Array.from({ length: 10 }, (_, count) => message(count));

describe('where memory begins', () => {
  it('counts the next question among what is remembered', () => {
    expect(memoryStart(said, 4)).toBe(idOf(7));
  });

  it('counts the question of the answer that is being written', () => {
    const asked = [...said, message(10), message(11, { status: 'PENDING', text: '' })];
    expect(memoryStart(asked, 4)).toBe(idOf(7));
  });

  it('is at the end when only the next question is remembered', () => {
    expect(memoryStart(said, 1)).toBe('next');
  });

  it('is nowhere while everything is remembered', () => {
    expect(memoryStart(said, 11)).toBeUndefined();
    expect(memoryStart([], 1)).toBeUndefined();
  });

  it('counts a former answer that a failed try has left', () => {
    const last = message(9, { status: 'FAILED', isFormer: true });
    expect(memoryStart([...said.slice(0, 9), last], 4)).toBe(idOf(7));
  });

  it.each([
    ['a failed answer', message(9, { status: 'FAILED' })],
    ['an answer that was stopped before its first word', message(9, { text: ' ' })],
    ['a note of the system', message(9, { senderRole: 'SYSTEM' })],
  ])('skips %s', (_, last) => {
    expect(memoryStart([...said.slice(0, 9), last], 4)).toBe(idOf(6));
  });
});
