import type { ChatSession } from 'shared-types/contract/chat';
import { maxMemorySize, maxTitleLength } from 'shared-types/rules/limits';
import type { ConversationChange } from '../../conversations/mutations.ts';
import { formatCount, isBlank } from '../../format.ts';

/** The values of the settings form. */
export interface SettingsFields {
  title: string;
  memorySize: number;
  modelCode: string;
  effort: Effort;
  webSearch: boolean;
}

export type Effort = NonNullable<ConversationChange['effort']>;

export const settingsFieldsOf = ({ title, memorySize, chatModal, effort, webSearch }: ChatSession): SettingsFields => ({
  title,
  memorySize,
  modelCode: chatModal,
  effort: effort ?? 'default',
  webSearch: webSearch ?? false,
});

/** Parses the typed memory size. Anything but digits becomes 0, which is invalid. */
export const parseMemorySize = (typed: string) => (/^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : 0);

/** The error of a title, or an empty string. */
export function titleError(title: string) {
  if (isBlank(title)) return 'Enter a title.';
  return title.length > maxTitleLength ? `Use at most ${formatCount(maxTitleLength)} characters.` : '';
}

export const memorySizeError = (memorySize: number) =>
  memorySize > 0 && memorySize <= maxMemorySize ? '' : `Enter a number from 1 to ${maxMemorySize}.`;

export const areSettingsValid = ({ title, memorySize }: SettingsFields) =>
  titleError(title) === '' && memorySizeError(memorySize) === '';

/** The change to send. Null keeps the value. */
export function changeOf(conversation: ChatSession, fields: SettingsFields): ConversationChange {
  const before = settingsFieldsOf(conversation);
  return {
    title: fields.title === before.title ? null : fields.title,
    memorySize: fields.memorySize === before.memorySize ? null : fields.memorySize,
    modelCode: fields.modelCode === before.modelCode ? null : fields.modelCode,
    ...(fields.effort !== before.effort && { effort: fields.effort }),
    ...(fields.webSearch !== before.webSearch && { webSearch: fields.webSearch }),
  };
}
