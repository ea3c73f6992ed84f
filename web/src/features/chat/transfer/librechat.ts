import { withFileNames } from 'shared-types/rules/chat/files';
import { type Fields, fieldsOf, itemsOf, textOf } from './fields.ts';
import {
  filesIn,
  idOf,
  idOfBranch,
  messagesOf,
  modelOf,
  noneLeftOut,
  type ReadConversation,
  timeOf,
  titleOf,
  unknownConversation,
} from './imported.ts';

/**
 * Reads the export of a conversation of LibreChat, whose messages are a list, or a tree of their answers
 * (danny-avila/LibreChat, client/src/hooks/Conversations/useExportConversation.ts and its samples in
 * api/server/utils/import/__data__).
 */
export function readLibreChat({ conversationId, title, options, messages, messagesTree }: Fields): ReadConversation {
  const all = flat(itemsOf(messagesTree ?? messages));
  const branch = shownBranch(all);
  const shown = branch.filter(isSeen);
  if (idOf(conversationId) === '') return unknownConversation;
  const exportId = branch === all ? idOf(conversationId) : idOfShown(idOf(conversationId), branch, all);
  const createTime = timeOf(all.find(({ createdAt }) => createdAt !== undefined)?.['createdAt'], 0);
  const files = shown.flatMap(filesOf);
  const leftOut = {
    ...noneLeftOut,
    messages: all.filter((message) => isSeen(message) && !shown.includes(message)).length,
    pictures: shown.flatMap(picturesOf).length + files.filter(({ isPicture }) => isPicture).length,
    files: files.filter(({ isPicture }) => !isPicture).length,
    unknown: shown.flatMap(unknownParts).length,
  };
  const model = fieldsOf(options)['model'];
  const read = branch.flatMap((message, index) =>
    isSeen(message) ? readMessage(message, index, { createTime, model }) : [],
  );
  if (read.length === 0) return { leftOut };
  const updateTime = Math.max(createTime, ...read.map((message) => message.createTime));
  return { conversation: { exportId, title: titleOf(title), createTime, updateTime, messages: read }, leftOut };
}

/** Returns the messages of a tree as a list, in which each names its parent. */
const flat = (messages: Fields[], parentId?: string): Fields[] =>
  messages.flatMap((message) => [
    parentId === undefined ? message : { ...message, parentMessageId: parentId },
    ...flat(itemsOf(message['children']), textOf(message['messageId'])),
  ]);

/** LibreChat does not export which branch was shown. It shows the last one itself. */
function shownBranch(messages: Fields[]): Fields[] {
  const ids = new Set(messages.map(({ messageId }) => messageId));
  const isBegin = ({ parentMessageId }: Fields) => !ids.has(parentMessageId);
  // The messages of a single branch may come without the names of their parents.
  if (messages.every(isBegin)) return messages;
  const branch: Fields[] = [];
  let next = messages.findLast(isBegin);
  while (next && !branch.includes(next)) {
    branch.push(next);
    const { messageId } = next;
    next = messages.findLast(({ parentMessageId }) => parentMessageId === messageId);
  }
  return branch;
}

/** LibreChat lists messages in the order of their times. */
function idOfShown(conversationId: string, branch: readonly Fields[], all: readonly Fields[]): string {
  const ids = new Set(all.map(({ messageId }) => messageId));
  const parents = new Map(all.map(({ messageId, parentMessageId }) => [idOf(messageId), parentMessageId]));
  // The first messages have no parent, or name one that is not there.
  const parentOf = (id: string) => (ids.has(parents.get(id)) ? parents.get(id) : undefined);
  const siblingsOf = (id: string) => [...parents.keys()].filter((other) => parentOf(other) === parentOf(id));
  return idOfBranch(
    conversationId,
    branch.map(({ messageId }) => idOf(messageId)),
    siblingsOf,
  );
}

/** The text of an error stands in the place of an answer. */
const isSeen = (message: Fields) => message['error'] !== true && textOfMessage(message) !== '';

/** A newer message has parts. */
const partsOf = ({ content }: Fields) => itemsOf(content);
const picturesOf = (message: Fields) => partsOf(message).filter(({ type }) => type === 'image_file');
const knownParts = new Set<unknown>(['text', 'think', 'image_file', 'error']);
const unknownParts = (message: Fields) => partsOf(message).filter(({ type }) => !knownParts.has(type));
const filesOf = ({ files }: Fields) => filesIn(itemsOf(files), 'filename', 'type');

function textOfMessage(message: Fields): string {
  const parts = partsOf(message).map((part) =>
    part['type'] === 'image_file'
      ? '[image]'
      : part['type'] === 'text'
        ? textOf(part['text']) || textOf(fieldsOf(part['text'])['value'])
        : '',
  );
  const text = parts.filter((part) => part.trim() !== '').join('\n\n') || textOf(message['text']);
  return withFileNames(
    text.trim(),
    filesOf(message).map(({ name }) => name),
  );
}

function readMessage(message: Fields, index: number, { createTime, model }: { createTime: number; model: unknown }) {
  const isQuestion = message['isCreatedByUser'] === true;
  return messagesOf(index, {
    id: idOf(message['messageId']),
    senderRole: isQuestion ? 'USER' : 'ASSISTANT',
    text: textOfMessage(message),
    createTime: timeOf(message['createdAt'], createTime),
    ...(!isQuestion && modelOf(message['model'] ?? model)),
  });
}
