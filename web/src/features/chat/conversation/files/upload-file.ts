import type { QuestionFile } from 'shared-types/contract/chat/files';
import { type FileType, pdfType, textType } from 'shared-types/rules/chat/files';
import { call } from '../../../../api/call.ts';
import { postFile } from '../../../../api/post-file.ts';
import { AttachmentError, SlowPdf } from './reading/attachment-error.ts';
import { type PreparedFile, preparePdf } from './reading/prepare-file.ts';

export interface UploadOptions {
  signal: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Uploads a file, and before it the text of a PDF. Returns their ids, as a question names them. */
export async function uploadFile(
  { blob, type, textOfPdf }: Pick<PreparedFile, 'blob' | 'type' | 'textOfPdf'>,
  { signal, onProgress }: UploadOptions,
) {
  const post = async (content: Blob, ofType: FileType, onPosted: (share: number) => void) => {
    const body = { type: ofType, bytes: content.size };
    const { fileId, form } = await call('POST /api/chat/file/upload', { body, signal });
    await postFile(form, content, { signal, onProgress: onPosted });
    return fileId;
  };
  const textFileId = textOfPdf && (await post(textOfPdf, textType, () => {}));
  const fileId = await post(blob, type, onProgress);
  return { fileId, ...(textFileId !== undefined && { textFileId }) };
}

/**
 * Uploads what was a file of a question before, as it is, so that it is the same afterwards. Only the text of a PDF is read again,
 * and one whose text takes too long here goes without. Undefined for a PDF that cannot be read.
 */
export async function uploadAgain(
  { name, type, blob }: { name: string; type: FileType; blob: Blob },
  options: UploadOptions,
  readPdf = preparePdf,
): Promise<QuestionFile | undefined> {
  const asItIs: PreparedFile = { blob, type };
  const withText = () =>
    readPdf(new File([blob], name), options.signal).catch((error: unknown) => {
      if (error instanceof SlowPdf && !options.signal.aborted) return asItIs;
      throw error;
    });
  try {
    const prepared = type === pdfType ? await withText() : asItIs;
    return { name: prepared.name ?? name, ...(await uploadFile(prepared, options)) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof AttachmentError) return undefined;
    throw error;
  }
}
