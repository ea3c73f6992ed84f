import type { ChatSession } from 'shared-types/contract/chat';
import { maxMemorySize, maxSystemPromptLength } from 'shared-types/rules/limits';
import type { ConversationChange } from '../../conversations/titles/use-update.ts';
import { formatCount } from '../../format.ts';
import { titleError } from '../../conversations/titles/title-error.ts';

/** The values of the settings form. */
export interface SettingsFields {
  title: string;
  memorySize: number;
  modelCode: string;
  effort: Effort;
  webSearch: boolean;
  systemPrompt: string;
}

export type Effort = NonNullable<ConversationChange['effort']>;

export const settingsFieldsOf = ({
  title,
  memorySize,
  chatModal,
  effort,
  webSearch,
  systemPrompt,
}: ChatSession): SettingsFields => ({
  title,
  memorySize,
  modelCode: chatModal,
  effort: effort ?? 'default',
  webSearch: webSearch ?? false,
  systemPrompt: systemPrompt ?? '',
});

/** Parses the typed memory size. Anything but digits becomes 0, which is invalid. */
export const parseMemorySize = (typed: string) => (/^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : 0);

export const memorySizeError = (memorySize: number) =>
  memorySize > 0 && memorySize <= maxMemorySize ? '' : `Enter a number from 1 to ${maxMemorySize}.`;

export const systemPromptError = (prompt: string) =>
  prompt.length > maxSystemPromptLength ? `Use at most ${formatCount(maxSystemPromptLength)} characters.` : '';

export const areSettingsValid = ({ title, memorySize, systemPrompt }: SettingsFields) =>
  titleError(title) === '' && memorySizeError(memorySize) === '' && systemPromptError(systemPrompt) === '';

/** Returns the change to send. Null keeps the value. */
export function changeOf(conversation: ChatSession, fields: SettingsFields): ConversationChange {
  const before = settingsFieldsOf(conversation);
  return {
    title: fields.title === before.title ? null : fields.title,
    memorySize: fields.memorySize === before.memorySize ? null : fields.memorySize,
    modelCode: fields.modelCode === before.modelCode ? null : fields.modelCode,
    ...(fields.effort !== before.effort && { effort: fields.effort }),
    ...(fields.webSearch !== before.webSearch && { webSearch: fields.webSearch }),
    ...(fields.systemPrompt !== before.systemPrompt && { systemPrompt: fields.systemPrompt }),
  };
}
