import { describe, expect, it } from '@jest/globals';
import { memoryStart, rememberedTokens } from 'web/features/chat/conversation/messages/memory-start';
import { asTheyAre } from 'shared-types/rules/chat/picture-tokens';
import { idOf, message } from '../../messages.ts';

const messages = Array.from({ length: 10 }, (_, count) => message(count));

describe('memoryStart', () => {
  it('counts the messages before the next question', () => {
    expect(memoryStart(messages, 4, asTheyAre)).toBe(idOf(6));
  });

  it('counts the messages before the question of the answer in progress', () => {
    const asked = [...messages, message(10), message(11, { status: 'PENDING', text: '' })];
    expect(memoryStart(asked, 4, asTheyAre)).toBe(idOf(6));
  });

  it.each([
    [1, 8],
    [2, 8],
    [3, 6],
    [5, 4],
    [7, 2],
  ])('begins with a question: a memory of %d messages with message %d', (memorySize, first) => {
    expect(memoryStart(messages, memorySize, asTheyAre)).toBe(idOf(first));
  });

  it('is at the end when nothing fits', () => {
    const long = messages.map((each) => ({ ...each, text: '茶'.repeat(100_000) }));
    expect(memoryStart(long, 1, asTheyAre)).toBe('next');
  });

  it('is undefined while the model sees everything', () => {
    expect(memoryStart(messages, 10, asTheyAre)).toBeUndefined();
    expect(memoryStart(messages, 9, asTheyAre)).toBeUndefined();
    expect(memoryStart([], 1, asTheyAre)).toBeUndefined();
  });

  it('leaves out what its tokens have no room for', () => {
    const long = messages.map((each) => ({ ...each, text: '茶'.repeat(30_000) }));
    expect(memoryStart(long, 10, asTheyAre)).toBe(idOf(8));
    expect(rememberedTokens(long, 10, asTheyAre)).toBe(60_000);
  });

  it('counts the previous answer of a failed regeneration', () => {
    const last = message(9, { status: 'FAILED', isFormer: true });
    expect(memoryStart([...messages.slice(0, 9), last], 2, asTheyAre)).toBe(idOf(8));
  });

  it.each([
    ['a failed answer', message(9, { status: 'FAILED' })],
    ['an answer that was stopped before its first text', message(9, { text: ' ' })],
    ['a system message', message(9, { senderRole: 'SYSTEM' })],
  ])('skips %s', (_, last) => {
    expect(memoryStart([...messages.slice(0, 9), last], 3, asTheyAre)).toBe(idOf(6));
  });
});
