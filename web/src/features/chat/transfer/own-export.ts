import { maxFileNameLength } from 'shared-types/rules/chat/files';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { type Fields, fieldsOf, itemsOf, textOf } from './fields.ts';
import {
  type ExportedFile,
  idOf,
  messagesOf,
  modelOf,
  noneLeftOut,
  type ReadConversation,
  type ReadMessage,
  timeOf,
  titleOf,
  unknownConversation,
} from './imported.ts';
import { pathInZip } from './path-in-zip.ts';

/** Reads a conversation that this site, or another of its kind, has exported: see transcript.ts of the settings. */
export function readOwnExport({ session, messages }: Fields): ReadConversation {
  const {
    sessionId,
    title,
    createTime: created,
    updateTime: updated,
    systemPrompt,
    effort,
    webSearch,
  } = fieldsOf(session);
  const exportId = idOf(sessionId);
  if (exportId === '') return unknownConversation;
  const createTime = timeOf(created, 0);
  const read = itemsOf(messages).flatMap((message, index) => readMessage(exportId, message, index, createTime));
  const leftOut = {
    ...noneLeftOut,
    thoughts: itemsOf(messages).filter(
      (each) => textOf(each['thoughts']) !== '' || itemsOf(each['citations']).length > 0,
    ).length,
    prompts: textOf(systemPrompt) === '' ? 0 : 1,
    choices: textOf(effort) === '' && webSearch !== true ? 0 : 1,
  };
  if (read.length === 0) return { leftOut };
  const updateTime = Math.max(createTime, timeOf(updated, createTime));
  return {
    isOwn: true,
    conversation: { exportId, title: titleOf(title), createTime, updateTime, messages: read },
    leftOut,
  };
}

function filesOf(sessionId: string, { files }: Fields): ExportedFile[] {
  return itemsOf(files).map((file) => {
    const name = textOf(file['name']);
    return {
      path: pathInZip(sessionId, { fileId: textOf(file['fileId']), name }),
      name: firstCharacters(name, maxFileNameLength) || 'file',
      type: textOf(file['type']),
    };
  });
}

/** An answer that failed before its first word has no text, and becomes no message. */
function readMessage(sessionId: string, message: Fields, index: number, otherwise: number): ReadMessage[] {
  const { senderRole } = message;
  if (senderRole !== 'USER' && senderRole !== 'ASSISTANT') return [];
  const finishReason = textOf(message['finishReason']).slice(0, 100).toWellFormed();
  const files = senderRole === 'USER' ? filesOf(sessionId, message) : [];
  return messagesOf(index, {
    id: idOf(message['sessionMessageId']),
    senderRole,
    text: textOf(message['text']),
    createTime: timeOf(message['createTime'], otherwise),
    ...(files.length > 0 && { files }),
    ...modelOf(message['modelCode']),
    // The text of a failed regeneration is the answer before it, which was complete.
    ...(senderRole === 'ASSISTANT' &&
      message['status'] === 'FAILED' &&
      message['isFormer'] !== true && { status: 'FAILED' as const }),
    ...(finishReason !== '' && { finishReason }),
  });
}
