import * as z from 'zod';
import { countItems } from '../../rules/chat/count-items.ts';
import {
  maxImportedConversations,
  maxImportedFiles,
  maxImportedLength,
  maxImportedMessages,
  maxKeptVersions,
  maxTitleLength,
} from '../../rules/limits.ts';
import { endpoint, Version } from '../endpoint.ts';
import { isText, notText } from '../text.ts';
import { questionFiles } from './files.ts';

/** An item is sorted by its time in 13 digits. */
const ImportedTime = z.int().nonnegative().max(9_999_999_999_999);

/** An id of the other chat. With the user's id that of a conversation gives the same one each time. */
const ExportId = z.string().min(1).max(100).refine(isText, notText);

/** Messages stand in the order of their places. Each is three bytes of an id. */
const Place = z.int().nonnegative().max(0xff_ff_ff);

/** Two branches of a conversation have messages of other ids in one place. */
const placeAndId = { place: Place, id: ExportId };

const Text = z.string().max(maxImportedLength).refine(isText, notText);

const saidFields = {
  text: Text,
  modelCode: z.string().min(1).max(100).refine(isText, notText).optional(),
  /** A failed answer has only the start of its text, which the model does not remember. */
  status: z.enum(['DONE', 'FAILED']).optional(),
  finishReason: z.string().min(1).max(100).refine(isText, notText).optional(),
};

/** An answer that is not the shown one, and the question that it answers to. */
const ImportedVersion = z.strictObject({ ...saidFields, version: Version.positive(), question: Text.optional() });
export type ImportedVersion = z.infer<typeof ImportedVersion>;

const ImportedMessage = z
  .strictObject({
    ...placeAndId,
    ...saidFields,
    senderRole: z.enum(['USER', 'ASSISTANT']),
    createTime: ImportedTime,
    files: questionFiles,
    /** The shown version of an answer that has others. */
    version: Version.positive().optional(),
    otherVersions: z.array(ImportedVersion).min(1).max(maxKeptVersions).optional(),
  })
  // An answer that failed before its first word shows nothing, and its other versions have what was said before.
  .refine(({ text, files = [], otherVersions = [] }) => text !== '' || files.length > 0 || otherVersions.length > 0, {
    message: 'must not be empty',
    path: ['text'],
  })
  .refine(({ senderRole, files = [] }) => senderRole === 'USER' || files.length === 0, {
    message: 'must be those of a question',
    path: ['files'],
  })
  .refine(({ senderRole, status }) => senderRole === 'ASSISTANT' || status !== 'FAILED', {
    message: 'must be that of an answer',
    path: ['status'],
  })
  .refine(
    ({ senderRole, version, otherVersions: others = [] }) =>
      others.length === 0 ||
      (senderRole === 'ASSISTANT' &&
        version !== undefined &&
        new Set([version, ...others.map((other) => other.version)]).size === others.length + 1),
    { message: 'must be other versions of an answer', path: ['otherVersions'] },
  );
export type ImportedMessage = z.infer<typeof ImportedMessage>;

/** Some messages of a conversation of another chat. A long one is sent in parts, the first one first. */
export const ImportedConversation = z
  .strictObject({
    exportId: ExportId,
    title: z.string().max(maxTitleLength).refine(isText, notText),
    createTime: ImportedTime,
    updateTime: ImportedTime,
    /** The last message of the part before. */
    after: z.strictObject(placeAndId).optional(),
    messages: z.array(ImportedMessage).min(1).max(maxImportedMessages),
  })
  .refine(
    ({ after, messages }) =>
      messages.every(({ place }, index) => place > ((index === 0 ? after : messages[index - 1])?.place ?? -1)),
    { message: 'must be in the order of their places', path: ['messages'] },
  )
  .refine(({ messages }) => countItems(messages) <= maxImportedMessages, {
    message: `must have at most ${maxImportedMessages} messages and other versions`,
    path: ['messages'],
  });
export type ImportedConversation = z.infer<typeof ImportedConversation>;

export const countFiles = (conversations: readonly ImportedConversation[]) =>
  conversations.flatMap(({ messages }) => messages.flatMap(({ files = [] }) => files)).length;

export const importApi = {
  /**
   * Adds the messages that are not there yet. A part that arrives again, alone or with others, adds nothing, and so does a part of
   * another branch than the one that is there. A message comes in without a file that is not what it says it is, and has its name
   * instead.
   */
  importConversations: endpoint('POST /api/chat/import', {
    route: 'ANY /api/chat/{call}',
    repeatable: true,
    body: z.strictObject({
      conversations: z
        .array(ImportedConversation)
        .min(1)
        .max(maxImportedConversations)
        .refine((conversations) => countFiles(conversations) <= maxImportedFiles, {
          message: `must name at most ${maxImportedFiles} files`,
        }),
    }),
    response: z.object({
      /** The numbers of messages. */
      added: z.int().nonnegative(),
      known: z.int().nonnegative(),
      /** Messages that would have come between those of another branch, if there are any. */
      ofOtherBranches: z.int().positive().optional(),
      /** Messages of conversations that are deleted, and purged within a minute, if there are any. */
      ofDeleted: z.int().positive().optional(),
      /** The number of files without which their messages have come in, if there are any. */
      refusedFiles: z.int().positive().optional(),
      /** The number of files whose messages have not come in, if there are any. */
      unusedFiles: z.int().positive().optional(),
    }),
  }),
  /**
   * Says in the same order which messages are there, and how many files each has, so that neither they nor their files are sent
   * again.
   */
  findImported: endpoint('POST /api/chat/find_imported', {
    route: 'ANY /api/chat/{call}',
    repeatable: true,
    body: z.strictObject({
      messages: z
        .array(z.strictObject({ exportId: ExportId, ...placeAndId }))
        .min(1)
        .max(maxImportedMessages),
    }),
    response: z.object({ messages: z.array(z.object({ isStored: z.boolean(), files: z.int().nonnegative() })) }),
  }),
};
