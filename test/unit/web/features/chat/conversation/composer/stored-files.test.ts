/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readDraft, saveDraft } from 'web/features/chat/conversation/composer/draft';
import { filesKeyOf, hasStoredFiles } from 'web/features/chat/conversation/composer/has-stored-files';
import type { Attachment } from 'web/features/chat/conversation/files/attachment';
import { restore, storeFiles } from 'web/features/chat/conversation/composer/stored-files';

const file = { fileId: '01', name: 'a.md', type: 'text/plain' as const, bytes: 3, tokens: 1 };
const uploaded: Attachment = { id: '1', name: 'a.md', share: 1, file, cancel: () => {} };
const waiting: Attachment = { id: '2', name: 'b.md', share: 0.5, cancel: () => {} };
let draftId = '';
let drafts = 0;
beforeEach(() => {
  localStorage.clear();
  draftId = `draft-${(drafts += 1)}`;
});

describe('the files of a draft', () => {
  it('are there again after a reload, as far as they were uploaded', () => {
    storeFiles(draftId, [uploaded, waiting]);
    expect(hasStoredFiles(draftId)).toBe(true);
    restore(draftId);
    expect(readDraft(draftId).attachments).toMatchObject([{ name: 'a.md', share: 1, file }]);
    storeFiles(draftId, []);
    expect(hasStoredFiles(draftId)).toBe(false);
  });

  it('do not replace those that are attached meanwhile', () => {
    storeFiles(draftId, [uploaded]);
    saveDraft(draftId, { text: '', attachments: [waiting] });
    restore(draftId);
    expect(readDraft(draftId).attachments).toEqual([waiting]);
  });

  it.each([
    ['is too old', JSON.stringify([{ file, attachedAtMs: Date.now() - 86_400_000 }])],
    ['is something else', JSON.stringify([{ file: { name: 3 }, attachedAtMs: Date.now() }, null, 7])],
    ['is no JSON', '[{'],
  ])('are left out when what is stored %s', (_, stored) => {
    localStorage.setItem(filesKeyOf(draftId), stored);
    restore(draftId);
    expect(readDraft(draftId).attachments).toBeUndefined();
    expect(hasStoredFiles(draftId)).toBe(false);
  });
});
