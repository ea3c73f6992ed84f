import type { QuestionFile } from 'shared-types/contract/chat/files';
import { withFileNames } from 'shared-types/rules/chat/files';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { maxImportedLength, maxImportedMessages } from 'shared-types/rules/limits';
import type { Persona } from 'shared-types/contract/chat/personas';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { batches } from './batches.ts';
import { incompleteExport, readExport, UnreadableExport, type ZipFiles } from './export-file.ts';
import { bringBack, type FilesOfQuestion, findFiles, type Loss } from './exported-files.ts';
import {
  type LeftOut,
  noneLeftOut,
  type ReadConversation,
  type ReadMessage,
  type WholeConversation,
} from './imported.ts';
import { readConversation } from './read-conversation.ts';
import { allConversations } from './run-export.ts';

export interface ImportProgress {
  /** From 0 to 1. */
  share: number;
  conversations: number;
  /** The conversations of this site's own export that are still here, which are not added a second time. */
  here: number;
  /** The conversations of a zip without its end whose files it would have. Without them their questions would never get these. */
  withoutFiles: number;
  /** The personas that the site did not have. */
  personas: number;
  /** The messages that the site did not have. */
  added: number;
  /** The messages of conversations that were deleted just now, which take none. */
  ofDeleted: number;
  /** The files of questions that came back. */
  files: number;
  /** The files that did not, by the reason. */
  lost: Readonly<Record<Loss, number>>;
  /** The export has it, and the site does not take it. */
  leftOut: LeftOut;
  /** A file ends too early, or a part of it is damaged. The rest is imported. */
  isIncomplete: boolean;
}

export const noProgress: ImportProgress = {
  share: 0,
  conversations: 0,
  here: 0,
  withoutFiles: 0,
  personas: 0,
  added: 0,
  ofDeleted: 0,
  files: 0,
  lost: { missing: 0, tooLarge: 0, tooMany: 0, refused: 0, known: 0 },
  leftOut: noneLeftOut,
  isIncomplete: false,
};

/** Returns undefined for a text that is damaged. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const together = (one: LeftOut, other: LeftOut): LeftOut => ({
  messages: one.messages + other.messages,
  pictures: one.pictures + other.pictures,
  files: one.files + other.files,
  unknown: one.unknown + other.unknown,
  thoughts: one.thoughts + other.thoughts,
  prompts: one.prompts + other.prompts,
  choices: one.choices + other.choices,
  versions: one.versions + other.versions,
  personas: one.personas + other.personas,
});

const unknownFormat = 'The format of this export is not known. Nothing was imported.';

/** The file from which a conversation was read. */
interface InFile {
  zip?: ZipFiles;
  /** Returns the share of all bytes that have been read at a place in the file, from 0 to 1. */
  shareAt: (bytes: number) => number;
}

interface ReadFromFile extends ReadConversation, InFile {
  readBytes: number;
  isIncomplete?: boolean;
}

/** Reads the conversations of all files. What is damaged takes nothing else with it. */
async function* conversationsOf(files: readonly File[]): AsyncGenerator<ReadFromFile> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    const begin = before;
    const shareAt = (place: number) => (begin + place) / bytes;
    const damaged = { leftOut: noneLeftOut, shareAt, isIncomplete: true };
    try {
      for await (const { text, readBytes, files: zip, isCut = false } of readExport(file)) {
        const value = parsed(text);
        if (value === undefined) yield { ...damaged, readBytes };
        else {
          const read = readConversation(value);
          // The files of questions are missing in a zip without its end.
          yield { ...read, readBytes, shareAt, isIncomplete: read.isOwn === true && isCut, ...(zip && { zip }) };
        }
      }
    } catch (error) {
      if (!(error instanceof UnreadableExport)) throw error;
      yield { ...damaged, readBytes: file.size };
    }
    before += file.size;
  }
}

/** A message, and the files of it that the zip has. */
interface FoundMessage extends FilesOfQuestion {
  message: Omit<ReadMessage, 'files'>;
}

/** A conversation before the site is asked which of its messages it has. */
interface ReadyConversation {
  conversation: WholeConversation;
  messages: readonly FoundMessage[];
  file: InFile;
}

/** Returns the messages that the site has already, each with the number of its files there. */
async function findStored(conversations: readonly ReadyConversation[], signal: AbortSignal) {
  const all = conversations.flatMap(({ conversation: { exportId }, messages }) =>
    messages.map((each) => ({ each, asked: { exportId, place: each.message.place, id: each.message.id } })),
  );
  const stored = new Map<FoundMessage, number>();
  for (let from = 0; from < all.length; from += maxImportedMessages) {
    const part = all.slice(from, from + maxImportedMessages);
    const body = { messages: part.map(({ asked }) => asked) };
    const found = await call('POST /api/chat/find_imported', { body, signal });
    for (const [index, { each }] of part.entries()) {
      const { isStored = false, files = 0 } = found.messages[index] ?? {};
      if (isStored) stored.set(each, files);
    }
  }
  return stored;
}

/** Asks for the conversations of the site when the first one of its own export comes. */
function ownConversations(signal: AbortSignal) {
  let ids: Promise<Set<string>> | undefined;
  const load = async () => {
    const found = new Set<string>();
    for await (const { sessionId } of allConversations(signal)) found.add(sessionId);
    return found;
  };
  return { has: async (sessionId: string) => (await (ids ??= load())).has(sessionId) };
}

/** Asks for the personas of the site when the first one of an export comes. One that is there stays as it is. */
function ownPersonas(signal: AbortSignal) {
  let ids: Promise<Set<string>> | undefined;
  const load = async () =>
    new Set((await call('GET /api/chat/personas', { signal })).map(({ personaId }) => personaId));
  const save = ({ personaId, ...body }: Persona) =>
    call('PUT /api/chat/personas/{personaId}', { params: { personaId }, body, signal });
  /** The site refuses a model that it does not have. A persona without one begins with the model that the site begins with. */
  const saveWithoutModel = async ({ modelCode, ...persona }: Persona, refusal: unknown) => {
    if (modelCode === undefined || !isRefusal(refusal)) throw refusal;
    return save(persona);
  };
  return {
    async add(persona: Persona): Promise<'added' | 'known' | 'refused'> {
      if ((await (ids ??= load())).has(persona.personaId)) return 'known';
      try {
        await save(persona).catch((error: unknown) => saveWithoutModel(persona, error));
        return 'added';
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        throw error;
      }
    },
  };
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 400;

/**
 * Sends the conversations of exports one batch after another. It asks before which messages are there, so an import that was
 * interrupted goes on where it was, in any browser.
 */
export async function runImport(
  files: readonly File[],
  { signal, onProgress: tellPage }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportProgress> {
  const waiting = batches();
  const own = ownConversations(signal);
  const personas = ownPersonas(signal);
  const progress: ImportProgress = { ...noProgress };
  const tell = () => tellPage({ ...progress });
  const advance = (share: number) => {
    progress.share = Math.max(progress.share, share);
    tell();
  };
  const lose = (loss: Loss, count = 1) => {
    progress.lost = { ...progress.lost, [loss]: progress.lost[loss] + count };
  };
  const send = async (conversations: ReturnType<typeof waiting.rest>) => {
    if (conversations.length === 0) return;
    const {
      added,
      ofOtherBranches = 0,
      ofDeleted = 0,
      refusedFiles = 0,
      unusedFiles = 0,
    } = await call('POST /api/chat/import', { body: { conversations }, signal });
    progress.added += added;
    progress.ofDeleted += ofDeleted;
    progress.leftOut = together(progress.leftOut, { ...noneLeftOut, messages: ofOtherBranches });
    progress.files -= refusedFiles + unusedFiles;
    lose('refused', refusedFiles);
    tell();
    signal.throwIfAborted();
  };
  /** Uploads the files of a message. A damaged one is undefined in the result. */
  const bringAll = async (found: FilesOfQuestion['found'], { zip, shareAt }: InFile) => {
    const brought: (QuestionFile | undefined)[] = [];
    for (const file of found) {
      const { offset, packed } = file.entry;
      const onProgress = (share: number) => advance(shareAt(offset + packed * share));
      const back = zip && (await bringBack(file, zip, { signal, onProgress }));
      if (back) progress.files++;
      else lose('refused');
      onProgress(1);
      brought.push(back);
    }
    return brought;
  };
  /** Sends a conversation, the files of each message before it. */
  const add = async (
    { conversation, messages, file }: ReadyConversation,
    stored: ReadonlyMap<FoundMessage, number>,
  ) => {
    if (messages.every((each) => stored.has(each))) return;
    for (const each of messages) {
      const { message, found, lost } = each;
      // A message that is there stays as it is, whatever is sent of it.
      const brought = stored.has(each) ? [] : await bringAll(found, file);
      const names = [...lost, ...found.filter((_, index) => !brought[index])].map(({ name }) => name);
      const text = firstCharacters(withFileNames(message.text, names), maxImportedLength);
      const back = brought.flatMap((one) => one ?? []);
      await send(waiting.add(conversation, { ...message, text, ...(back.length > 0 && { files: back }) }));
    }
  };
  let ready: ReadyConversation[] = [];
  const addReady = async () => {
    const stored = await findStored(ready, signal);
    // A file that the first import could not bring back does not come with the next one.
    for (const [{ found }, filesThere] of stored) lose('known', Math.max(0, found.length - filesThere));
    for (const each of ready) await add(each, stored);
    ready = [];
  };
  const prepare = async (conversation: WholeConversation, file: InFile) => {
    const messages = conversation.messages.map(({ files: named = [], ...message }) => ({
      message,
      ...findFiles(named, file.zip),
    }));
    // An import that goes on counts those of its first part again.
    for (const { loss } of messages.flatMap(({ lost }) => lost)) lose(loss);
    ready.push({ conversation, messages, file });
    // One question is enough for several short conversations.
    if (ready.reduce((sum, each) => sum + each.messages.length, 0) >= maxImportedMessages) await addReady();
  };
  let hasPersonas = false;
  for await (const { conversation, persona, isOwn, leftOut, isIncomplete, readBytes, ...file } of conversationsOf(
    files,
  )) {
    signal.throwIfAborted();
    progress.share = Math.max(progress.share, file.shareAt(readBytes));
    progress.isIncomplete ||= isIncomplete === true;
    progress.leftOut = together(progress.leftOut, leftOut);
    const isPersona = persona && (await personas.add(persona));
    if (isPersona === 'added') progress.personas++;
    if (isPersona === 'refused') progress.leftOut = together(progress.leftOut, { ...noneLeftOut, personas: 1 });
    hasPersonas ||= persona !== undefined;
    if (!conversation) continue;
    progress.conversations++;
    const needsFiles = conversation.messages.some((message) => message.files !== undefined);
    if (isOwn && (await own.has(conversation.exportId))) progress.here++;
    else if (isIncomplete && needsFiles) progress.withoutFiles++;
    else await prepare(conversation, file);
  }
  if (progress.conversations === 0 && !hasPersonas) {
    if (progress.leftOut.unknown > 0) throw new UnreadableExport(unknownFormat);
    throw new UnreadableExport(progress.isIncomplete ? incompleteExport : 'The file has no conversations.');
  }
  await addReady();
  await send(waiting.rest());
  return { ...progress, share: 1 };
}
