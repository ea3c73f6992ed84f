import type { ImportedConversation, ImportedMessage } from 'shared-types/contract/chat/import';
import type { Persona } from 'shared-types/contract/chat/personas';
import { maxImportedLength, maxTitleLength } from 'shared-types/rules/limits';
import { type Fields, textOf } from './fields.ts';

/** A file of a question that the own export names. */
export interface ExportedFile {
  /** Its place in the zip. */
  path: string;
  name: string;
  type: string;
}

/** A message of an export. Its files are not uploaded yet. */
export interface ReadMessage extends Omit<ImportedMessage, 'files'> {
  files?: readonly ExportedFile[];
}

/** A whole conversation of an export. A part of it is sent. */
export interface WholeConversation extends Omit<ImportedConversation, 'after' | 'messages'> {
  messages: readonly ReadMessage[];
}

/** The numbers of what the site does not take from an export. */
export interface LeftOut {
  /** The questions and answers of branches that are not shown. */
  messages: number;
  /** The pictures of the shown branch, of which only the place is kept. */
  pictures: number;
  /** The other files of the shown branch, of which only the name is kept. */
  files: number;
  /** The messages, their parts and the conversations in a format that is not known here, as a newer export may have. */
  unknown: number;
  /** The answers of the own export with thoughts or sources. */
  thoughts: number;
  /** The system prompts of the own export. */
  prompts: number;
  /** The conversations of the own export with an effort or with search of the web. Each begins here as a new one does. */
  choices: number;
  /** The versions of answers of the own export that have no room beside the shown one. */
  versions: number;
  /** The personas of the own export. */
  personas: number;
}

export const noneLeftOut: LeftOut = {
  messages: 0,
  pictures: 0,
  files: 0,
  unknown: 0,
  thoughts: 0,
  prompts: 0,
  choices: 0,
  versions: 0,
  personas: 0,
};

export interface ReadConversation {
  /** Undefined when it has no message that a person has seen. */
  conversation?: WholeConversation;
  /** The own export has personas beside its conversations. */
  persona?: Persona;
  /** It was exported by a site like this, perhaps by this one. */
  isOwn?: boolean;
  leftOut: LeftOut;
}

export const unknownConversation: ReadConversation = { leftOut: { ...noneLeftOut, unknown: 1 } };

/** Times are milliseconds, seconds with fractions, or ISO texts. */
export function timeOf(value: unknown, otherwise: number): number {
  const ms = typeof value === 'number' ? (value < 1e10 ? value * 1000 : value) : Date.parse(textOf(value));
  return Number.isFinite(ms) && ms >= 0 && ms < 1e13 ? Math.round(ms) : otherwise;
}

export const idOf = (value: unknown) => textOf(value).slice(0, 100);

/**
 * Returns the id of a branch of a conversation. The branch of the first answers has that of the conversation, and each other one
 * ends with the id of the message at which it left another branch last, so it is a conversation of its own. It stays the same
 * while its branch grows. `siblingsOf` returns the ids of a message and of those in its place on other branches, oldest first.
 */
export function idOfBranch(exportId: string, branch: readonly string[], siblingsOf: (id: string) => string[]) {
  const fork = branch.findLast((id) => siblingsOf(id)[0] !== id);
  return fork === undefined ? exportId : idOf(`${exportId}#${fork}`);
}

export const titleOf = (value: unknown) => textOf(value).slice(0, maxTitleLength).toWellFormed();

/** The places that a message of an export has, for the pieces of a long one. */
const piecesEach = 256;

/**
 * Returns a message of an export, of which `index` is its place there among all, also those that are left out: an answer that is
 * written later comes in between. A message that is longer than the site takes becomes several, of which the first has its
 * files and the last its end; only an answer in one piece has other versions.
 */
export function messagesOf(
  index: number,
  { id, text, files, finishReason, version, otherVersions, ...message }: Omit<ReadMessage, 'place'>,
): ReadMessage[] {
  const [first = '', ...others] = piecesOf(text);
  if (first === '' && !files && !otherVersions) return [];
  return [first, ...others].map((piece, nth) => ({
    place: index * piecesEach + nth,
    id: id || String(index),
    ...message,
    text: piece,
    ...(files && nth === 0 && { files }),
    ...(finishReason !== undefined && nth === others.length && { finishReason }),
    ...(otherVersions && others.length === 0 && { version, otherVersions }),
  }));
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + lengthOfPiece(text.slice(from, from + maxImportedLength + 1));
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Returns where a piece ends: behind a paragraph, else a line, else a word, unless it were less than half of a piece. */
function lengthOfPiece(text: string): number {
  if (text.length <= maxImportedLength) return text.length;
  for (const end of ['\n\n', '\n', ' ']) {
    const length = text.lastIndexOf(end, maxImportedLength - end.length) + end.length;
    if (length > maxImportedLength / 2) return length;
  }
  // The cut must not part a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(maxImportedLength - 1)) ? maxImportedLength - 1 : maxImportedLength;
}

/** Returns the model of a message as a part of it; nothing for an unknown one. */
export const modelOf = (code: unknown): Pick<ReadMessage, 'modelCode'> =>
  textOf(code) === '' ? {} : { modelCode: textOf(code).slice(0, 100) };

export const isPictureType = (type: unknown) => textOf(type).startsWith('image/');

/** A file of an exported message, by the name of the field that has its name. */
export const filesIn = (files: readonly Fields[], name: string, type: string) =>
  files.flatMap((file) =>
    textOf(file[name]) === '' ? [] : [{ name: textOf(file[name]), isPicture: isPictureType(file[type]) }],
  );
