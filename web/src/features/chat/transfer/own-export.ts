import { type Fields, fieldsOf, itemsOf, textOf } from './fields.ts';
import {
  filesIn,
  idOf,
  type ImportedMessage,
  messagesOf,
  modelOf,
  noneLeftOut,
  type ReadConversation,
  timeOf,
  titleOf,
  unknownConversation,
  withFiles,
} from './imported.ts';

/** Reads a conversation that this site, or another of its kind, has exported: see transcript.ts of the settings. */
export function readOwnExport({ session, messages }: Fields): ReadConversation {
  const { sessionId, title, createTime: created, updateTime: updated } = fieldsOf(session);
  const exportId = idOf(sessionId);
  if (exportId === '') return unknownConversation;
  const createTime = timeOf(created, 0);
  const all = itemsOf(messages);
  const files = all.flatMap(filesOf);
  const leftOut = {
    ...noneLeftOut,
    pictures: files.filter(({ isPicture }) => isPicture).length,
    files: files.filter(({ isPicture }) => !isPicture).length,
  };
  const read = all.flatMap((message) => readMessage(message, createTime));
  if (read.length === 0) return { leftOut };
  const updateTime = Math.max(createTime, timeOf(updated, createTime));
  return {
    isOwn: true,
    conversation: { exportId, title: titleOf(title), createTime, updateTime, messages: read },
    leftOut,
  };
}

const filesOf = ({ files }: Fields) => filesIn(itemsOf(files), 'name', 'type');

/** An answer that failed before its first word has no text, and becomes no message. */
function readMessage(message: Fields, otherwise: number): ImportedMessage[] {
  const { senderRole } = message;
  if (senderRole !== 'USER' && senderRole !== 'ASSISTANT') return [];
  return messagesOf({
    senderRole,
    text: withFiles(
      textOf(message['text']),
      filesOf(message).map(({ name }) => name),
    ),
    createTime: timeOf(message['createTime'], otherwise),
    ...modelOf(message['modelCode']),
  });
}
