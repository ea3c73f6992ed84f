import { beforeEach, describe, expect, it } from '@jest/globals';
import { draftOf, keepDraft, takeFromDraft } from 'web/features/chat/conversation/composer/draft';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  });
});

describe('a draft', () => {
  it('belongs to its session and is written down', () => {
    keepDraft('a', { text: 'half a thought' });
    expect(draftOf('a')).toEqual({ text: 'half a thought' });
    expect(draftOf('b')).toEqual({ text: '' });
    expect([...kept.values()].join(' ')).toContain('half a thought');
  });

  it('is gone when it was accepted, and leaves nothing behind', () => {
    keepDraft('c', { text: 'sent', idempotencyKey: 'key-1234' });
    takeFromDraft('c', 'sent');
    expect(draftOf('c')).toEqual({ text: '' });
    expect(kept.size).toBe(0);
  });

  it('keeps what was written while the rest was under way', () => {
    keepDraft('d', { text: 'sent\nand more' });
    takeFromDraft('d', 'sent');
    expect(draftOf('d').text).toBe('and more');
    keepDraft('d', { text: 'something else' });
    takeFromDraft('d', 'sent');
    expect(draftOf('d').text).toBe('something else');
  });

  it.each(['{', '"text"', '{"text":1}', 'null'])('begins empty when what was kept is %s', (text) => {
    kept.set('draft e', text);
    expect(draftOf('e').text).toBe('');
  });

  it('lives as long as the page where storage is switched off', () => {
    Object.assign(globalThis, { localStorage: undefined });
    keepDraft('f', { text: 'still here' });
    expect(draftOf('f').text).toBe('still here');
  });
});
