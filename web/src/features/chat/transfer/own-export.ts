import type { ImportedVersion } from 'shared-types/contract/chat/import';
import { maxFileNameLength } from 'shared-types/rules/chat/files';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { maxImportedLength, maxKeptVersions } from 'shared-types/rules/limits';
import { reasoningEfforts } from 'shared-types/rules/models';
import { bytesOf, maxMessageBytes } from './batches.ts';
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
    versions:
      sum(itemsOf(messages).map((each) => itemsOf(each['otherVersions']).length)) -
      sum(read.map(({ otherVersions = [] }) => otherVersions.length)),
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** How an answer has ended, and what it says. */
function readAnswer(answer: Fields) {
  const finishReason = textOf(answer['finishReason']).slice(0, 100).toWellFormed();
  return {
    text: textOf(answer['text']),
    ...modelOf(answer['modelCode']),
    // The text of a failed regeneration is the answer before it, which was complete.
    ...(answer['status'] === 'FAILED' && answer['isFormer'] !== true && { status: 'FAILED' as const }),
    ...(finishReason !== '' && { finishReason }),
  };
}

/** Returns the versions of an answer, the newest of those that fit into one call with it. */
function versionsOf(answer: Fields): Pick<ReadMessage, 'version' | 'otherVersions'> {
  const shown = versionOf(answer);
  const others: ImportedVersion[] = [];
  for (const other of itemsOf(answer['otherVersions']).toReversed()) {
    const [version, question] = [versionOf(other), textOf(other['question'])];
    const read = { ...readAnswer(other), version, ...(question !== '' && { question }) };
    const isKnown = [shown, ...others.map((each) => each.version)].includes(version);
    const fits =
      others.length < maxKeptVersions &&
      Math.max(read.text.length, question.length) <= maxImportedLength &&
      bytesOf([textOf(answer['text']), read, ...others]) <= maxMessageBytes;
    if (version > 0 && !isKnown && fits) others.unshift(read);
  }
  return shown > 0 && others.length > 0 ? { version: shown, otherVersions: others } : {};
}

/** Returns 0 for what is no number of a version. */
const versionOf = ({ version }: Fields) =>
  typeof version === 'number' && Number.isSafeInteger(version) ? Math.max(0, version) : 0;

/** An answer that failed before its first word has no text, and becomes no message unless it has other versions. */
function readMessage(sessionId: string, message: Fields, index: number, otherwise: number): ReadMessage[] {
  const { senderRole } = message;
  if (senderRole !== 'USER' && senderRole !== 'ASSISTANT') return [];
  const files = senderRole === 'USER' ? filesOf(sessionId, message) : [];
  return messagesOf(index, {
    ...(senderRole === 'ASSISTANT'
      ? { ...readAnswer(message), ...versionsOf(message) }
      : { text: textOf(message['text']), ...modelOf(message['modelCode']) }),
    id: idOf(message['sessionMessageId']),
    senderRole,
    createTime: timeOf(message['createTime'], otherwise),
    ...(files.length > 0 && { files }),
  });
}

/** Reads a persona of the own export. The site itself refuses what is none. */
export function readPersona({
  personaId,
  name,
  systemPrompt,
  modelCode,
  memorySize,
  effort: named,
}: Fields): ReadConversation {
  const effort = reasoningEfforts.find((each) => each === named);
  const persona = {
    personaId: textOf(personaId),
    name: textOf(name),
    systemPrompt: textOf(systemPrompt),
    ...modelOf(modelCode),
    ...(typeof memorySize === 'number' && { memorySize }),
    ...(effort && { effort }),
  };
  return { isOwn: true, persona, leftOut: noneLeftOut };
}
