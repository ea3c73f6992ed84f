import * as z from 'zod';
import { maxFileBytes, maxFileNameLength, maxFilesPerQuestion, fileTypes } from '../../rules/chat/files.ts';
import { endpoint, PresignedPost } from '../endpoint.ts';
import { ChatMessageId, ulid } from './ids.ts';

export const FileId = z.string().regex(ulid, 'must be the id of a file');
const FileType = z.enum(fileTypes);

/** A file of a question. Its address is a call of its own, because it is valid for an hour. */
export const ChatFile = z.object({
  fileId: FileId,
  name: z.string(),
  type: FileType,
  bytes: z.int().positive(),
  /** The pixels of a picture, as the file itself says. */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  /** An estimate of the tokens of a text, or of the text of a PDF. */
  tokens: z.int().nonnegative().optional(),
});
export type ChatFile = z.infer<typeof ChatFile>;

const fileName = z
  .string()
  .min(1)
  .max(maxFileNameLength)
  .refine((name) => name.isWellFormed(), { message: 'must be well-formed Unicode' });

/**
 * The uploaded files of a question. Another user's file is not found. The text of a PDF is an upload of its own, for models that
 * read no PDFs.
 */
export const questionFiles = z
  .array(z.strictObject({ fileId: FileId, name: fileName, textFileId: FileId.optional() }))
  .max(maxFilesPerQuestion)
  .refine((files) => new Set(files.map(({ fileId }) => fileId)).size === files.length, {
    message: 'must name each file once',
  })
  .optional();
export type QuestionFile = NonNullable<z.infer<typeof questionFiles>>[number];

export const fileApi = {
  /** The form takes a file of exactly this type and size. A file that no question names within a day is deleted. */
  requestUpload: endpoint('POST /api/chat/file/upload', {
    body: z.strictObject({ type: FileType, bytes: z.int().positive().max(maxFileBytes) }),
    response: z.object({ fileId: FileId, form: PresignedPost }),
  }),
  /** The addresses of a question's files, each for an hour. A browser saves what it opens there as a file. */
  listFileAddresses: endpoint('GET /api/chat/session/message/{sessionMessageId}/files', {
    params: { sessionMessageId: ChatMessageId },
    response: z.array(z.object({ fileId: FileId, url: z.url() })),
  }),
};
