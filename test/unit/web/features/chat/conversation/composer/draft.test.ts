import { beforeEach, describe, expect, it } from '@jest/globals';
import { claimDrafts, lockDrafts } from 'web/lib/draft-storage';
import { readDraft, saveDraft } from 'web/features/chat/conversation/composer/draft';
import { removeSent } from 'web/features/chat/conversation/composer/use-send-draft';

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
    removeSent('c', { text: 'sent' });
    expect(readDraft('c')).toEqual({ text: '' });
    expect(stored.size).toBe(0);
  });

  it('keeps the key of a question of files only until it was accepted', () => {
    saveDraft('g', { text: '', idempotencyKey: 'key-1234' });
    stored.set('draft h', stored.get('draft g') ?? '');
    expect(readDraft('h')).toEqual({ text: '', idempotencyKey: 'key-1234' });
    removeSent('g', { text: '' });
    expect(stored.has('draft g')).toBe(false);
  });

  it('keeps text that was typed while it was being sent', () => {
    saveDraft('d', { text: 'sent\nand more' });
    removeSent('d', { text: 'sent' });
    expect(readDraft('d').text).toBe('and more');
    saveDraft('d', { text: 'something else' });
    removeSent('d', { text: 'sent' });
    expect(readDraft('d').text).toBe('something else');
  });

  it('leaves the rest to the conversation that its beginning has started', () => {
    saveDraft('new', { text: 'sent\nand more', idempotencyKey: 'key-1234' });
    removeSent('new', { text: 'sent' }, 'begun');
    expect([readDraft('new'), readDraft('begun')]).toEqual([{ text: '' }, { text: 'and more' }]);
    removeSent('new', { text: 'sent' }, 'begun');
    expect(readDraft('begun').text).toBe('and more');
  });

  it('that is typed before its person is known comes below what was kept', () => {
    claimDrafts('ann');
    stored.set('draft i', JSON.stringify({ text: 'kept' }));
    lockDrafts();
    for (const draftId of ['i', 'j']) for (const text of ['e', 'early']) saveDraft(draftId, { text });
    expect([stored.get('draft i'), stored.has('draft j')]).toEqual([JSON.stringify({ text: 'kept' }), false]);
    claimDrafts('ann');
    expect(['i', 'j'].map((draftId) => readDraft(draftId).text)).toEqual(['kept\nearly', 'early']);
    expect(stored.get('draft i')).toBe(JSON.stringify({ text: 'kept\nearly' }));
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
