import type { ChatSession } from 'shared-types/contract/chat';
import { maxMemorySize, maxTitleLength } from 'shared-types/rules/limits';
import type { ConversationChange } from '../../conversations/mutations.ts';
import { formatCount, isBlank } from '../../format.ts';

/** What stands in the fields of the settings. */
export interface Fields {
  title: string;
  memorySize: number;
  modelCode: string;
}

export const settingsFieldsOf = ({ title, memorySize, chatModal }: ChatSession): Fields => ({
  title,
  memorySize,
  modelCode: chatModal,
});

/** What was typed as the memory's size: whatever is not a number becomes 0, which is not valid. */
export const parseMemorySize = (typed: string) => (/^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : 0);

/** What is wrong with a title; nothing while it can stay. */
export function titleError(title: string) {
  if (isBlank(title)) return 'A title is needed.';
  return title.length > maxTitleLength ? `At most ${formatCount(maxTitleLength)} characters.` : '';
}

export const memorySizeError = (memorySize: number) =>
  memorySize > 0 && memorySize <= maxMemorySize ? '' : `A number from 1 to ${maxMemorySize}.`;

export const areSettingsValid = ({ title, memorySize }: Fields) =>
  titleError(title) === '' && memorySizeError(memorySize) === '';

/** What to send: null for what is as it was. */
export function changeOf(session: ChatSession, fields: Fields): ConversationChange {
  const before = settingsFieldsOf(session);
  return {
    title: fields.title === before.title ? null : fields.title,
    memorySize: fields.memorySize === before.memorySize ? null : fields.memorySize,
    modelCode: fields.modelCode === before.modelCode ? null : fields.modelCode,
  };
}
