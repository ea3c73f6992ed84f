import { beforeEach, describe, expect, it } from '@jest/globals';
import { readDraft, saveDraft, removeSentText } from 'web/features/chat/conversation/composer/draft';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

describe('a draft', () => {
  it('belongs to its conversation and is stored', () => {
    saveDraft('a', { text: 'half a thought' });
    expect(readDraft('a')).toEqual({ text: 'half a thought' });
    expect(readDraft('b')).toEqual({ text: '' });
    expect([...stored.values()].join(' ')).toContain('half a thought');
  });

  it('disappears from storage once it was accepted', () => {
    saveDraft('c', { text: 'sent', idempotencyKey: 'key-1234' });
    removeSentText('c', 'sent');
    expect(readDraft('c')).toEqual({ text: '' });
    expect(stored.size).toBe(0);
  });

  it('keeps text that was typed while it was being sent', () => {
    saveDraft('d', { text: 'sent\nand more' });
    removeSentText('d', 'sent');
    expect(readDraft('d').text).toBe('and more');
    saveDraft('d', { text: 'something else' });
    removeSentText('d', 'sent');
    expect(readDraft('d').text).toBe('something else');
  });

  it('leaves the rest to the conversation that its beginning has started', () => {
    saveDraft('new', { text: 'sent\nand more', idempotencyKey: 'key-1234' });
    removeSentText('new', 'sent', 'begun');
    expect([readDraft('new'), readDraft('begun')]).toEqual([{ text: '' }, { text: 'and more' }]);
    removeSentText('new', 'sent', 'begun');
    expect(readDraft('begun').text).toBe('and more');
  });

  it.each(['{', '"text"', '{"text":1}', 'null'])('starts empty when storage holds %s', (text) => {
    stored.set('draft e', text);
    expect(readDraft('e').text).toBe('');
  });

  it('lives as long as the page when storage is disabled', () => {
    Object.assign(globalThis, { localStorage: undefined });
    saveDraft('f', { text: 'still here' });
    expect(readDraft('f').text).toBe('still here');
  });
});
