import { readChatGpt } from './chatgpt/conversation.ts';
import { fieldsOf, isFields, textOf } from './fields.ts';
import type { ReadConversation } from './imported.ts';
import { readLibreChat } from './librechat.ts';
import { readOwnExport, readPersona } from './own-export.ts';

/** Reads a conversation of an export of ChatGPT, LibreChat or this site, which are told apart by their fields. */
export function readConversation(value: unknown): ReadConversation {
  const fields = fieldsOf(value);
  if (isFields(fields['session'])) return readOwnExport(fields);
  if (textOf(fields['personaId']) !== '') return readPersona(fields);
  if (!isFields(fields['mapping']) && (Array.isArray(fields['messages']) || Array.isArray(fields['messagesTree'])))
    return readLibreChat(fields);
  return readChatGpt(fields);
}
