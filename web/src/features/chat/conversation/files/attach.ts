import { maxFilesPerQuestion, maxQuestionBytes } from 'shared-types/rules/chat/files';
import { maxMemoryTokens } from 'shared-types/rules/models';
import { readDraft, saveDraft } from '../composer/draft.ts';
import { storeFiles } from '../composer/stored-files.ts';
import type { Attachment } from './attachment.ts';
import { AttachmentError } from './reading/attachment-error.ts';
import { prepareFile } from './reading/prepare-file.ts';
import { uploadFile } from './upload-file.ts';

/** Attaches files to a draft and begins to upload them. */
export function attach(draftId: string, files: readonly File[]) {
  const { text, attachments = [] } = readDraft(draftId);
  const added = files.slice(0, maxFilesPerQuestion - attachments.length).map((file) => {
    const id = crypto.randomUUID();
    const { start, cancel } = upload(draftId, id, file);
    return { start, attachment: { id, name: file.name, share: 0, cancel } };
  });
  const all = [...attachments, ...added.map(({ attachment }) => attachment)];
  const leftOut = files.length - added.length;
  // A draft with other files is another message, so it gets another idempotency key.
  saveDraft(draftId, {
    text,
    attachments: all.map((each, index) => ({ ...each, leftOut: index === all.length - 1 ? leftOut : 0 })),
  });
  for (const { start } of added) void start();
}

/** Removes a file from a draft, and ends its upload. */
export function detach(draftId: string, { id, cancel }: Attachment) {
  cancel();
  const { text, attachments = [] } = readDraft(draftId);
  saveDraft(draftId, { text, attachments: attachments.filter((each) => each.id !== id) });
}

function update(draftId: string, id: string, changes: Partial<Attachment>) {
  const { attachments = [], ...draft } = readDraft(draftId);
  if (attachments.some((each) => each.id === id))
    saveDraft(draftId, {
      ...draft,
      attachments: attachments.map((each) => (each.id === id ? { ...each, ...changes } : each)),
    });
}

/** Refuses a file that is too much together with the others of the message, also those that are still being uploaded. */
function rejectTooMuch(draftId: string, id: string, added: { bytes: number; tokens: number | undefined }) {
  const others = (readDraft(draftId).attachments ?? [])
    .filter((each) => each.id !== id)
    .flatMap(({ file, size }) => file ?? size ?? []);
  const sum = (of: (file: { bytes: number; tokens?: number | undefined }) => number) =>
    [...others, added].reduce((total, each) => total + of(each), 0);
  if (sum(({ bytes }) => bytes) > maxQuestionBytes)
    throw new AttachmentError('The files are larger than 30 MB in total.');
  if (sum(({ tokens = 0 }) => tokens) > maxMemoryTokens)
    throw new AttachmentError('The files have more text than the model can read at once.');
}

function upload(draftId: string, id: string, file: File) {
  let ending = new AbortController();
  async function start() {
    ending = new AbortController();
    const { signal } = ending;
    update(draftId, id, { error: undefined, share: 0 });
    try {
      const { blob, preview, textOfPdf, ...about } = await prepareFile(file, signal);
      const bytes = blob.size;
      if (preview !== undefined) update(draftId, id, { preview });
      const size = { bytes, tokens: about.tokens };
      rejectTooMuch(draftId, id, size);
      update(draftId, id, { size });
      const content = { blob, type: about.type, ...(textOfPdf && { textOfPdf }) };
      const onProgress = (share: number) => update(draftId, id, { share });
      const sent = { name: file.name, ...about, bytes, ...(await uploadFile(content, { signal, onProgress })) };
      update(draftId, id, { share: 1, file: sent, attachedAtMs: Date.now() });
      // Its person may be on another page of the site, and reload there.
      storeFiles(draftId, readDraft(draftId).attachments ?? []);
    } catch (error) {
      if (signal.aborted) return;
      const isOfFile = error instanceof AttachmentError;
      update(draftId, id, {
        error: isOfFile ? error.message : 'Could not upload.',
        ...(isOfFile && { size: undefined }),
        retry: isOfFile ? undefined : () => void start(),
      });
    }
  }
  return { start, cancel: () => ending.abort() };
}
