import { beforeEach, describe, expect, it } from '@jest/globals';
import { readDraft, saveDraft, removeSentText } from 'web/features/chat/conversation/composer/draft';

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
    saveDraft('a', { text: 'half a thought' });
    expect(readDraft('a')).toEqual({ text: 'half a thought' });
    expect(readDraft('b')).toEqual({ text: '' });
    expect([...kept.values()].join(' ')).toContain('half a thought');
  });

  it('is gone when it was accepted, and leaves nothing behind', () => {
    saveDraft('c', { text: 'sent', idempotencyKey: 'key-1234' });
    removeSentText('c', 'sent');
    expect(readDraft('c')).toEqual({ text: '' });
    expect(kept.size).toBe(0);
  });

  it('keeps what was written while the rest was under way', () => {
    saveDraft('d', { text: 'sent\nand more' });
    removeSentText('d', 'sent');
    expect(readDraft('d').text).toBe('and more');
    saveDraft('d', { text: 'something else' });
    removeSentText('d', 'sent');
    expect(readDraft('d').text).toBe('something else');
  });

  it.each(['{', '"text"', '{"text":1}', 'null'])('begins empty when what was kept is %s', (text) => {
    kept.set('draft e', text);
    expect(readDraft('e').text).toBe('');
  });

  it('lives as long as the page where storage is switched off', () => {
    Object.assign(globalThis, { localStorage: undefined });
    saveDraft('f', { text: 'still here' });
    expect(readDraft('f').text).toBe('still here');
  });
});
