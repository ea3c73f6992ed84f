import type { QuestionFile } from 'shared-types/contract/chat/files';
import type { ModelSettings } from 'shared-types/contract/model';
import { pdfType, textType } from 'shared-types/rules/chat/files';
import { estimateTokens } from 'shared-types/rules/models';
import { AppError } from '../../platform/app-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { copyCheckOf, copyCheckSeconds } from '../jobs/job.ts';
import type { FileBucket, Surroundings, Upload, UploadBucket } from '../ports.ts';
import {
  checkContent,
  checkPdf,
  fileGone,
  keysOfFile,
  readText,
  rejectModelWithoutPictures,
  rejectTooLongTexts,
  rejectTooManyBytes,
  rejectUnreadablePdf,
  type StoredFile,
} from './file.ts';
import { readPicture } from './picture-content.ts';

export interface KeepPorts extends Pick<Surroundings, 'now'> {
  uploads: Pick<UploadBucket, 'find' | 'keep'>;
  files: Pick<FileBucket, 'remove'>;
  queue: Pick<JobQueue, 'send'>;
}

interface Question {
  userId: string;
  sessionMessageId: string;
}

/** A place of its own for the copies of one call, so that the check of a dead call deletes none of another call. */
interface ImportedQuestion extends Question {
  folder: string;
}

/** An upload, and the object that it is copied to. */
interface Copy {
  fileId: string;
  key: string;
  etag: string;
  name: string;
}

interface Checked {
  file: StoredFile;
  copies: Copy[];
}

/** Checks the uploads that a question names, and copies them to where they stay. Either all are copied or none. */
export async function keepFiles(
  ports: KeepPorts,
  question: Question,
  named: readonly QuestionFile[],
  model: ModelSettings,
): Promise<StoredFile[]> {
  if (named.length === 0) return [];
  const checked = await Promise.all(named.map((each) => checkUpload(ports, question, each)));
  const files = checked.map(({ file }) => file);
  rejectModelWithoutPictures(files, model);
  for (const file of files) if (file.type === pdfType) rejectUnreadablePdf(file, model);
  rejectTooManyBytes(files, model);
  rejectTooLongTexts(files);
  await copyAll(ports, question, checked, copyCheckOf);
  return files;
}

/** An imported question is history, which a model reads as far as it can. */
const anyModel = { pictures: 'address', pdfs: true } as const;

/**
 * Does the same for a question that was asked elsewhere, which loses the files that are not what they say they are. An upload that
 * is not there fails the call, because it may be uploaded again.
 */
export async function keepImportedFiles(
  ports: KeepPorts,
  question: ImportedQuestion,
  named: readonly QuestionFile[],
): Promise<StoredFile[]> {
  const checked = await Promise.all(
    named.map((each) => checkUpload(ports, question, each).catch((error: unknown) => noneIfInvalid(error))),
  );
  const kept = withinLimits(checked.flatMap((each) => each ?? []));
  if (kept.length > 0) await copyAll(ports, question, kept, (...of) => ({ ...copyCheckOf(...of), isImport: true }));
  return kept.map(({ file }) => file);
}

function noneIfInvalid(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
}

/** Returns none if they are too much for one question. */
function withinLimits(checked: readonly Checked[]): readonly Checked[] {
  const files = checked.map(({ file }) => file);
  try {
    rejectTooManyBytes(files, anyModel);
    rejectTooLongTexts(files);
    return checked;
  } catch (error) {
    noneIfInvalid(error);
    return [];
  }
}

/** An upload is found below the prefix of its user only, so another user's is not found. */
async function checkUpload(
  { uploads }: Pick<KeepPorts, 'uploads'>,
  question: Question & Partial<ImportedQuestion>,
  { fileId, name, textFileId }: QuestionFile,
): Promise<Checked> {
  const find = async (id: string) => {
    const upload = await uploads.find(question.userId, id);
    if (!upload) throw fileGone(name);
    return upload;
  };
  const [upload, text] = await Promise.all([find(fileId), textFileId === undefined ? undefined : find(textFileId)]);
  return check(
    question,
    { fileId, name, upload },
    textFileId === undefined || !text ? undefined : { textFileId, text },
  );
}

async function copyAll(
  { uploads: bucket, files: objects, queue, now }: KeepPorts,
  question: Question,
  checked: readonly Checked[],
  checkOf: typeof copyCheckOf,
) {
  const { userId } = question;
  const copies = checked.flatMap((each) => each.copies);
  const keys = copies.map(({ key }) => key);
  await queue.send(checkOf(question, keys, now()), copyCheckSeconds);
  const copied = await Promise.allSettled(
    copies.map(async ({ etag, name, ...copy }) => {
      // A form can be used twice, so the upload may have been replaced since it was read.
      if (!(await bucket.keep(userId, copy, etag))) throw fileGone(name);
    }),
  );
  // The copies are deleted after the last one has ended, because it could come back.
  const failed = copied.find((result) => result.status === 'rejected');
  if (!failed) return;
  await dropFiles(
    objects,
    checked.map(({ file }) => file),
  );
  throw failed.reason;
}

/** Returns the file as its own content says it is. */
function check(
  { userId, sessionMessageId, folder }: Question & Partial<ImportedQuestion>,
  { fileId, name, upload }: { fileId: string; name: string; upload: Upload },
  textOfPdf: { textFileId: string; text: Upload } | undefined,
): Checked {
  const { bytes, etag } = upload;
  const key = [userId, sessionMessageId, folder, fileId].filter(Boolean).join('/');
  const known = { fileId, name, bytes, key };
  const copy = { fileId, key, etag, name };
  if (upload.type === textType)
    return { file: { ...known, type: textType, tokens: estimateTokens(readText(name, upload)) }, copies: [copy] };
  if (upload.type !== pdfType)
    return { file: { ...known, ...checkContent(name, upload, readPicture(upload.start)) }, copies: [copy] };
  checkPdf(name, upload);
  const text = textOfPdf ? readText(name, textOfPdf.text) : '';
  const pdf = { ...known, type: pdfType, tokens: estimateTokens(text) } as const;
  if (!textOfPdf || text.trim() === '') return { file: { ...pdf, textKey: null }, copies: [copy] };
  const textKey = `${key}.txt`;
  const copyOfText = { fileId: textOfPdf.textFileId, key: textKey, etag: textOfPdf.text.etag, name };
  return { file: { ...pdf, textKey }, copies: [copy, copyOfText] };
}

/** Deletes the copies for a question that was not saved. A copy that cannot be deleted now is deleted by its check. */
export async function dropFiles(bucket: Pick<FileBucket, 'remove'>, files: readonly StoredFile[]): Promise<void> {
  await bucket.remove(files.flatMap(keysOfFile)).catch(() => {});
}
