import { conversationIdOf, messageStatuses, retryReasons, senderRoles } from 'shared-types/rules/message-status';
import { fileTypes, pdfType, textType } from 'shared-types/rules/chat/files';
import { type ItemReader, readItem, type StoredItem, withoutNulls } from '../../platform/dynamodb/item.ts';
import type { Key } from '../../platform/dynamodb/table.ts';
import type { StoredFile } from '../files/file.ts';
import type { TokenUsage } from '../models/model.ts';
import { type BackgroundResponse, type Message, ulidOf } from './message.ts';
import type { Version } from './versions.ts';

/** The partition holds the messages of one conversation and their versions, and no other items. */
export const messagesKey = (conversationId: string) => `CONVERSATION#${conversationId}`;

export const messageKey = (sessionMessageId: string): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `MESSAGE#${ulidOf(sessionMessageId)}`,
});

/** This sort key follows all messages of a conversation; lists read backwards from it. */
export const endOfMessages = 'MESSAGE#~';

/** Versions live in the partition of the messages, so one purge deletes both. */
export const versionKey = (sessionMessageId: string, version: number): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `VERSION#${ulidOf(sessionMessageId)}#${version}`,
});

/** The pieces of an answer that is being written follow all messages. Each worker has its own, so no other one's count. */
export const piecesKey = (sessionMessageId: string, holder: string) => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  prefix: `PIECE#${ulidOf(sessionMessageId)}#${holder}#`,
});

export const pieceKey = (sessionMessageId: string, holder: string, offset: number): Key => {
  const { pk, prefix } = piecesKey(sessionMessageId, holder);
  return { pk, sk: `${prefix}${String(offset).padStart(7, '0')}` };
};

export const readMessageItem = (item: StoredItem | undefined, readId = readMessageId): Message | undefined =>
  readItem(item, (from) => {
    const failure = from.entryOrNull('failure');
    const limitEndsAt = failure?.numberOrNull('limitEndsAt') ?? null;
    const usage = from.entryOrNull('usage');
    const background = from.entryOrNull('background');
    const retry = from.entryOrNull('retry');
    return {
      sessionMessageId: readId(from),
      userId: from.text('userId'),
      senderRole: from.oneOf('senderRole', senderRoles),
      status: from.oneOf('status', messageStatuses),
      text: from.text('text'),
      createTimeMs: from.number('createTimeMs'),
      importId: from.textOrNull('importId'),
      files: from.entriesOrNull('files')?.map(readFile) ?? null,
      attempt: from.number('attempt'),
      queuedAtMs: from.number('queuedAtMs'),
      shownAtMs: from.number('shownAtMs'),
      endedAtMs: from.numberOrNull('endedAtMs'),
      recoveries: from.number('recoveries'),
      waits: from.number('waits'),
      deliveries: from.number('deliveries'),
      retry: retry && { reason: retry.oneOf('reason', retryReasons), atMs: retry.number('atMs') },
      holder: from.textOrNull('holder'),
      leaseUntilMs: from.number('leaseUntilMs', 0),
      background: background && readBackgroundItem(background),
      failure: failure && {
        code: failure.text('code'),
        message: failure.text('message'),
        retryable: failure.boolean('retryable'),
        ...(limitEndsAt !== null && { limitEndsAt }),
      },
      usage: usage && readUsage(usage),
      thoughts: from.textOrNull('thoughts'),
      citations:
        from.entriesOrNull('citations')?.map((each) => ({ url: each.text('url'), title: each.text('title') })) ?? null,
      modelCode: from.textOrNull('modelCode'),
      finishReason: from.textOrNull('finishReason'),
      version: from.number('version'),
      kept: from.numbers('kept', []),
      isPreviousAnswer: from.boolean('isPreviousAnswer', false),
    };
  });

function readFile(from: ItemReader): StoredFile {
  const file = {
    fileId: from.text('fileId'),
    name: from.text('name'),
    bytes: from.number('bytes'),
    key: from.text('key'),
  };
  const type = from.oneOf('type', fileTypes);
  if (type === textType) return { ...file, type, tokens: from.number('tokens') };
  if (type === pdfType) return { ...file, type, tokens: from.number('tokens'), textKey: from.textOrNull('textKey') };
  return { ...file, type, width: from.number('width'), height: from.number('height') };
}

/** Returns the keys of the objects of an item's files. */
export const readFileKeys = (item: StoredItem): string[] =>
  readItem(item, (from) =>
    from.entriesOrNull('files')?.flatMap((each) => [each.text('key'), each.textOrNull('textKey') ?? []].flat()),
  ) ?? [];

function readBackgroundItem(from: ItemReader): BackgroundResponse {
  return {
    id: from.text('id'),
    modelCode: from.text('modelCode'),
    reservation: {
      id: from.text('reservation'),
      atMs: from.number('atMs'),
      tokens: from.number('tokens'),
      microDollars: from.number('microDollars'),
    },
  };
}

/** Returns the attribute of an answer that its provider writes in the background. */
export const backgroundItem = ({ id, modelCode, reservation: { id: reservation, ...rest } }: BackgroundResponse) => ({
  id,
  modelCode,
  reservation,
  ...rest,
});

function readUsage(from: ItemReader): TokenUsage {
  const [searches, cost] = [from.numberOrNull('searches'), from.numberOrNull('cost')];
  return {
    inputTokens: from.number('inputTokens'),
    outputTokens: from.number('outputTokens'),
    ...(searches !== null && { searches }),
    ...(cost !== null && { cost }),
  };
}

/** Reads a piece of an answer that is being written. */
export const readPiece = (item: StoredItem) => readItem(item, (from) => from.text('text')) ?? '';

/** Returns the text of the question at the time of a version. */
export const readQuestionText = (item: StoredItem | undefined) =>
  readItem(item, (from) => from.textOrNull('question')) ?? null;

const readMessageId = (from: ItemReader) =>
  `${from.text('pk').slice('CONVERSATION#'.length)}.${from.text('sk').slice('MESSAGE#'.length)}`;

export function messageItem({
  sessionMessageId,
  background,
  kept,
  isPreviousAnswer,
  ...attributes
}: Message): StoredItem {
  return {
    ...messageKey(sessionMessageId),
    ...withoutNulls(attributes),
    ...(background && { background: backgroundItem(background) }),
    ...(kept.length > 0 && { kept }),
    ...(isPreviousAnswer && { isPreviousAnswer }),
  };
}

export const versionItem = ({ answer, question }: Version): StoredItem => ({
  ...messageItem(answer),
  ...versionKey(answer.sessionMessageId, answer.version),
  ...withoutNulls({ question }),
});
