import { formatCount } from '../format.ts';
import type { LeftOut } from './chatgpt/conversation.ts';

export const exportAll = 'Export all';
export const exportHint = 'Saves all your conversations as a zip with JSON and Markdown files.';
const conversations = (count: string) => (count === '1' ? '1 conversation' : `${count} conversations`);
export const exporting = (count: string) => `${conversations(count)} loaded`;
export const exported = (count: string) => `${conversations(count)} saved`;
export const couldNotExport = 'Could not export the conversations.';
export const importHeading = 'Import from ChatGPT';
export const importHint =
  'Choose the zip from ChatGPT’s data export, or its file conversations.json. Importing it again adds only what is missing.';
export const importFile = 'Choose file';
const read = (count: string) => `${conversations(count)} read`;
const added = (count: string) => (count === '1' ? '1 message added' : `${count} messages added`);
export const importing = (count: string, messages: string) => `${read(count)}, ${added(messages)}`;
export const imported = (count: string, messages: string) => `Done: ${read(count)}, ${added(messages)}.`;
const counted = (count: number, one: string, several: string) =>
  count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : several}`];
const listOf = new Intl.ListFormat('en');
/** Returns an empty text when nothing was left out. */
export function leftOut({ messages, pictures, files }: LeftOut) {
  const parts = [
    ...counted(messages, 'message of another branch', 'messages of other branches'),
    ...counted(pictures, 'picture', 'pictures'),
    ...counted(files, 'file', 'files'),
  ];
  if (parts.length === 0) return '';
  return `${listOf.format(parts)} ${messages + pictures + files === 1 ? 'was' : 'were'} left out.`;
}
export const couldNotImport = 'Could not import the file.';
export const stop = 'Stop';
export const stopped = 'Import stopped. Choose the file again to continue.';
export const incompleteExport = 'The file is incomplete or is not a ChatGPT export.';
export const noConversations = 'The file has no conversations.';
export const progressOfImport = 'Import progress';
