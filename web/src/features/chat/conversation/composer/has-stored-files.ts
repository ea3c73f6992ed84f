import { draftPrefix, readOfDraft } from '../../../../lib/draft-storage.ts';

export const filesKeyOf = (draftId: string) => `${draftPrefix}files ${draftId}`;

/** Returns whether a draft has files of an earlier visit. */
export function hasStoredFiles(draftId: string) {
  try {
    return readOfDraft(filesKeyOf(draftId)) !== null;
  } catch {
    return false;
  }
}
