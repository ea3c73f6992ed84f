import { readDraft, saveDraft } from './draft.ts';
import { readOfDraft } from '../../../../lib/draft-storage.ts';
import { filesKeyOf } from './has-stored-files.ts';
import type { Attachment, OutgoingFile } from '../files/attachment.ts';

/** The bucket of uploads keeps a file for a day. */
const keptMs = 23 * 3_600_000;

interface StoredFile {
  file: OutgoingFile;
  preview?: string;
  attachedAtMs: number;
}

/** Stores the files of a draft that are uploaded, so that they are there again after a reload. */
export function storeFiles(draftId: string, attachments: readonly Attachment[]) {
  const stored = attachments.flatMap(({ file, preview, attachedAtMs = Date.now() }): StoredFile[] =>
    file ? [{ file, ...(preview !== undefined && { preview }), attachedAtMs }] : [],
  );
  try {
    if (stored.length === 0) localStorage.removeItem(filesKeyOf(draftId));
    else localStorage.setItem(filesKeyOf(draftId), JSON.stringify(stored));
  } catch {
    // Storage is disabled or full, so the files live as long as the page.
  }
}

/** Attaches the stored files to a draft that has none yet. */
export function restore(draftId: string) {
  const { attachments = [], ...draft } = readDraft(draftId);
  if (attachments.length > 0) return;
  const restored = readStored(draftId).map(({ file, preview, attachedAtMs }): Attachment => ({
    id: file.fileId,
    name: file.name,
    share: 1,
    file,
    ...(preview !== undefined && { preview }),
    attachedAtMs,
    cancel: () => {},
  }));
  if (restored.length > 0) saveDraft(draftId, { ...draft, attachments: restored });
  else storeFiles(draftId, []);
}

function readStored(draftId: string): StoredFile[] {
  try {
    const stored: unknown = JSON.parse(readOfDraft(filesKeyOf(draftId)) ?? '[]');
    const files = Array.isArray(stored) ? stored.filter(isStoredFile) : [];
    return files.filter(({ attachedAtMs }) => attachedAtMs > Date.now() - keptMs);
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isStoredFile(value: unknown): value is StoredFile {
  if (!isObject(value) || typeof value['attachedAtMs'] !== 'number' || !isObject(value['file'])) return false;
  const { fileId, name, type, bytes } = value['file'];
  const isPreview = value['preview'] === undefined || typeof value['preview'] === 'string';
  return isPreview && [fileId, name, type].every((each) => typeof each === 'string') && typeof bytes === 'number';
}
