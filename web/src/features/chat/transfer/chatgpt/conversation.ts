import { withFileNames } from 'shared-types/rules/chat/files';
import { canvasText, isCanvas } from './canvas.ts';
import { replaceCitations } from './citations.ts';
import { type Fields, fieldsOf, isFields, itemsOf, textOf } from '../fields.ts';
import {
  filesIn,
  idOf,
  idOfBranch,
  type ReadMessage,
  type LeftOut,
  messagesOf,
  noneLeftOut,
  modelOf,
  type ReadConversation,
  timeOf,
  titleOf,
  unknownConversation,
} from '../imported.ts';

/** Reads a conversation of ChatGPT's export. */
export function readChatGpt(value: Fields): ReadConversation {
  const {
    id,
    conversation_id: conversationId,
    title,
    create_time: created,
    update_time: updated,
    mapping,
    current_node: current,
  } = value;
  if (!isFields(mapping)) return unknownConversation;
  const createTime = timeOf(created, timeOf(updated, 0));
  const updateTime = Math.max(createTime, timeOf(updated, createTime));
  const isLinked = Object.values(mapping).some((node) => parentOf(node) in mapping);
  const nodeIds = isLinked ? shownNodes(mapping, textOf(current)) : Object.keys(mapping);
  const ownId = idOf(conversationId) || idOf(id) || idOfBegin(createTime, nodeIds);
  if (ownId === '') return unknownConversation;
  const branch = nodeIds.map((nodeId) => fieldsOf(mapping[nodeId])['message']).filter(isFields);
  const shown = branch.filter(isSeen);
  const leftOut: LeftOut = {
    ...noneLeftOut,
    messages: Object.values(mapping)
      .map((node) => fieldsOf(fieldsOf(node)['message']))
      .filter((message) => isSeen(message) && !shown.includes(message) && textOfMessage(message) !== '').length,
    pictures: sum(shown.map((message) => picturesOf(message).length)),
    files: sum(shown.map((message) => filesOf(message).filter(({ isPicture }) => !isPicture).length)),
    unknown: sum(branch.map(countUnknown)),
  };
  const messages = branch.flatMap((message, index) => (isSeen(message) ? readMessage(message, index, createTime) : []));
  if (messages.length === 0) return { leftOut };
  return {
    conversation: {
      exportId: isLinked ? idOfBranch(ownId, nodeIds, siblingsIn(mapping)) : ownId,
      title: titleOf(title),
      createTime,
      updateTime,
      messages,
    },
    leftOut,
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns an id for a conversation that has none. Its time and its first message stay the same from export to export. */
const idOfBegin = (createTime: number, [first]: readonly string[]) =>
  createTime === 0 || first === undefined ? '' : idOf(`${createTime} ${first}`);

/** Returns the ids of the branch that is shown, oldest first. Without a mark of it, it is the one that ends last. */
function shownNodes(mapping: Fields, current: string): string[] {
  const seen = new Set<string>();
  let nodeId = current in mapping ? current : lastLeaf(mapping);
  while (nodeId in mapping && !seen.has(nodeId)) {
    seen.add(nodeId);
    nodeId = parentOf(mapping[nodeId]);
  }
  return [...seen].toReversed();
}

const parentOf = (node: unknown) => textOf(fieldsOf(node)['parent']);

const createdAt = ([, node]: [string, unknown]) => timeOf(fieldsOf(fieldsOf(node)['message'])['create_time'], 0);

/** No one knows whether an export always has the children of a message in the same order, so their times say it. */
function siblingsIn(mapping: Fields) {
  const families = Map.groupBy(Object.entries(mapping), ([, node]) => parentOf(node));
  return (id: string) =>
    (families.get(parentOf(mapping[id])) ?? [])
      .toSorted((one, other) => createdAt(one) - createdAt(other))
      .map(([nodeId]) => nodeId);
}

function lastLeaf(mapping: Fields): string {
  const leaves = Object.entries(mapping).filter(([, node]) => {
    const { children } = fieldsOf(node);
    return !Array.isArray(children) || children.length === 0;
  });
  return leaves.toSorted((one, other) => createdAt(one) - createdAt(other)).at(-1)?.[0] ?? '';
}

const roleOf = (message: Fields) => textOf(fieldsOf(message['author'])['role']);

/**
 * Returns whether the person saw the message in ChatGPT. The instructions that it adds for the person are no message of theirs,
 * also when they are not hidden (josephjohncox/chatgpt-json-to-md, test_user_system_message_is_excluded_even_if_not_hidden).
 */
function isSeen(message: Fields): boolean {
  const metadata = fieldsOf(message['metadata']);
  const role = roleOf(message);
  const recipient = textOf(message['recipient']);
  return (
    // A tool shows the pictures that it draws.
    (role === 'user' || role === 'assistant' || (role === 'tool' && picturesOf(message).length > 0)) &&
    metadata['is_visually_hidden_from_conversation'] !== true &&
    metadata['is_user_system_message'] !== true &&
    // ChatGPT shows what an answer says while it thinks with its thoughts.
    metadata['is_thinking_preamble_message'] !== true &&
    // The assistant writes to its tools as well, of which the canvas shows what it gets.
    (recipient === '' || recipient === 'all' || isCanvas(message))
  );
}

const roles = new Set(['user', 'assistant', 'tool', 'system', 'developer']);

/** The contents that ChatGPT shows apart from the words of a message, or not at all. */
const withoutWords = new Set([
  'thoughts',
  'reasoning_recap',
  'user_editable_context',
  'model_editable_context',
  'execution_output',
  'computer_output',
  'tether_quote',
  'tether_browsing_display',
  'citable_code_output',
  'sonic_webpage',
  'system_error',
]);
const withWords = new Set(['text', 'multimodal_text', 'code']);

/** What a person has said or shown. The words of a recording stand beside it. */
const knownParts = new Set([
  'image_asset_pointer',
  'audio_transcription',
  'audio_asset_pointer',
  'video_container_asset_pointer',
  'real_time_user_audio_video_asset_pointer',
]);

/** Counts what a person may have seen of a message and is in a format that is not known here. */
function countUnknown(message: Fields): number {
  if (!roles.has(roleOf(message))) return 1;
  const type = typeOf(message);
  if (isCanvas(message)) return isSeen(message) && canvasText(message) === '' ? 1 : 0;
  if (!isSeen(message) || withoutWords.has(type)) return 0;
  if (!withWords.has(type)) return 1;
  return itemsOf(fieldsOf(message['content'])['parts']).filter((part) => !knownParts.has(textOf(part['content_type'])))
    .length;
}

function readMessage(message: Fields, index: number, createTime: number): ReadMessage[] {
  return messagesOf(index, {
    id: idOf(message['id']),
    senderRole: roleOf(message) === 'user' ? 'USER' : 'ASSISTANT',
    text: textOfMessage(message),
    createTime: timeOf(message['create_time'], createTime),
    ...modelOf(fieldsOf(message['metadata'])['model_slug']),
  });
}

const textOfMessage = (message: Fields) =>
  withFileNames(
    contentOf(message).trim(),
    filesOf(message).map(({ name }) => name),
  );

const filesOf = (message: Fields) =>
  itemsOf(fieldsOf(message['metadata'])['attachments']).flatMap((file) =>
    filesIn([file], 'name', textOf(file['mime_type']) === '' ? 'mimeType' : 'mime_type'),
  );

/** The pictures of a message: its own, or those that a program has drawn. */
const picturesOf = ({ content, metadata }: Fields) => [
  ...itemsOf(fieldsOf(content)['parts']).filter(isPicturePart),
  ...itemsOf(fieldsOf(fieldsOf(metadata)['aggregate_result'])['messages']).filter(
    ({ message_type: type }) => type === 'image',
  ),
];

const isPicturePart = ({ content_type: type }: Fields) => type === 'image_asset_pointer';
const placeOfPicture = '[image]';

/** Some exporters leave out the type of a text. */
function typeOf({ content }: Fields): string {
  const { content_type: type, parts, text } = fieldsOf(content);
  return textOf(type) || (Array.isArray(parts) || textOf(text) !== '' ? 'text' : '');
}

/** Returns the text that a person saw. Thoughts and contexts are no messages. */
function contentOf(message: Fields): string {
  if (isCanvas(message)) return canvasText(message);
  const { parts, text, language } = fieldsOf(message['content']);
  const role = roleOf(message);
  if (role === 'tool')
    return picturesOf(message)
      .map(() => placeOfPicture)
      .join('\n\n');
  const type = typeOf(message);
  if (type === 'code') return textOf(text) && `\`\`\`${codeLanguage(textOf(language))}\n${textOf(text)}\n\`\`\``;
  if (type !== 'text' && type !== 'multimodal_text') return '';
  return (Array.isArray(parts) ? parts : [text])
    .map((part) => (typeof part === 'string' ? textOf(part) : partText(fieldsOf(part))))
    .map((part) => (role === 'assistant' ? replaceCitations(part, fieldsOf(message['metadata'])) : part))
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

const codeLanguage = (language: string) => (/^[\w+#-]+$/.test(language) && language !== 'unknown' ? language : '');

function partText(part: Fields): string {
  if (isPicturePart(part)) return placeOfPicture;
  return part['content_type'] === 'audio_transcription' ? textOf(part['text']) : '';
}
