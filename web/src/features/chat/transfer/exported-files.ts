import type { QuestionFile } from 'shared-types/contract/chat/files';
import {
  fileTypes,
  type FileType,
  maxFileBytes,
  maxFilesPerQuestion,
  maxQuestionBytes,
  maxTextBytes,
  textType,
} from 'shared-types/rules/chat/files';
import { ApiError, noResponse } from '../../../api/api-error.ts';
import type { UploadOptions } from '../conversation/files/upload-file.ts';
import type { ZipFiles } from './export-file.ts';
import type { ExportedFile } from './imported.ts';
import type { ZipEntry } from './open-zip.ts';

/** Why a file of an export does not come back. */
export type Loss = 'missing' | 'tooLarge' | 'tooMany' | 'refused' | 'known';

/** A file that can be uploaded. */
interface FoundFile {
  name: string;
  type: FileType;
  entry: ZipEntry;
}

export interface FilesOfQuestion {
  found: readonly FoundFile[];
  lost: readonly { name: string; loss: Loss }[];
}

/** Parts the files of a question into those that the site takes and those that it does not. */
export function findFiles(files: readonly ExportedFile[], zip: ZipFiles | undefined): FilesOfQuestion {
  const found: FoundFile[] = [];
  const lost: { name: string; loss: Loss }[] = [];
  let room = maxQuestionBytes;
  for (const { path, name, type: named } of files) {
    const entry = zip?.find(path);
    const type = fileTypes.find((each) => each === named);
    const loss = lossOf(entry, type);
    if (loss !== undefined || !entry || !type) lost.push({ name, loss: loss ?? 'missing' });
    else if (found.length >= maxFilesPerQuestion || entry.size > room) lost.push({ name, loss: 'tooMany' });
    else {
      room -= entry.size;
      found.push({ name, type, entry });
    }
  }
  return { found, lost };
}

function lossOf(entry: ZipEntry | undefined, type: FileType | undefined): Loss | undefined {
  if (!entry) return 'missing';
  if (!type || entry.size === 0) return 'refused';
  return entry.size > (type === textType ? maxTextBytes : maxFileBytes) ? 'tooLarge' : undefined;
}

/** Uploads a file of an export. Undefined for a file that is damaged. */
export async function bringBack(
  { entry, ...about }: FoundFile,
  zip: Pick<ZipFiles, 'read'>,
  options: UploadOptions,
): Promise<QuestionFile | undefined> {
  const blob = await zip.read(entry);
  if (!blob) return undefined;
  const { uploadAgain } = await import('../conversation/files/pictures.ts');
  try {
    return await uploadAgain({ ...about, blob }, options);
  } catch (error) {
    throw error instanceof ApiError || options.signal.aborted ? error : noResponse();
  }
}
