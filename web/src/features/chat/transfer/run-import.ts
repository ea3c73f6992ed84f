import { call } from '../../../api/call.ts';
import { batches } from './batches.ts';
import { incompleteExport, readExport, UnreadableExport } from './export-file.ts';
import { type LeftOut, noneLeftOut } from './imported.ts';
import { readConversation } from './read-conversation.ts';
import { allConversations } from './run-export.ts';

export interface ImportProgress {
  /** From 0 to 1. */
  share: number;
  conversations: number;
  /** The conversations of this site's own export that are still here, which are not added a second time. */
  here: number;
  /** The messages that the site did not have. */
  added: number;
  /** The export has it, and the site does not take it. */
  leftOut: LeftOut;
}

export const noProgress: ImportProgress = { share: 0, conversations: 0, here: 0, added: 0, leftOut: noneLeftOut };

const storageKey = 'chat-import';
const namesOf = (files: readonly File[]) =>
  files.map(({ name, size, lastModified }) => `${size} ${lastModified} ${name}`).join('\n');

/** Remembers how many conversations of the files were sent, so that an import that was interrupted goes on there. */
const savePosition = (files: readonly File[], sent: number) =>
  localStorage.setItem(storageKey, `${sent} ${namesOf(files)}`);

function findPosition(files: readonly File[]): number {
  const [sent = '', ...name] = (localStorage.getItem(storageKey) ?? '').split(' ');
  return name.join(' ') === namesOf(files) ? Number(sent) : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableExport(incompleteExport);
  }
}

const together = (one: LeftOut, other: LeftOut): LeftOut => ({
  messages: one.messages + other.messages,
  pictures: one.pictures + other.pictures,
  files: one.files + other.files,
  unknown: one.unknown + other.unknown,
});

const unknownFormat = 'The format of this export is not known. Nothing was imported.';

/** Reads the conversations of all files, with the share of the bytes that were read by then, from 0 to 1. */
async function* conversationsOf(files: readonly File[]) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    for await (const { text, readBytes } of readExport(file))
      yield { ...readConversation(parsed(text)), share: (before + readBytes) / bytes };
    before += file.size;
  }
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

/** Sends the conversations of exports one batch after another. A message that was imported before is not added again. */
export async function runImport(
  files: readonly File[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportProgress> {
  const start = findPosition(files);
  const waiting = batches();
  const own = ownConversations(signal);
  const progress: ImportProgress = { ...noProgress };
  const send = async (conversations: ReturnType<typeof waiting.rest>) => {
    if (conversations.length === 0) return;
    const { added } = await call('POST /api/chat/import', { body: { conversations }, signal });
    progress.added += added;
    // The last conversation may be sent in part only.
    savePosition(files, progress.conversations - 1);
    onProgress({ ...progress });
    signal.throwIfAborted();
  };
  for await (const { conversation, isOwn, leftOut, share } of conversationsOf(files)) {
    signal.throwIfAborted();
    progress.share = share;
    // An import that goes on counts those of its first part again.
    progress.leftOut = together(progress.leftOut, leftOut);
    if (!conversation) continue;
    progress.conversations++;
    if (isOwn && (await own.has(conversation.exportId))) progress.here++;
    else if (progress.conversations > start) for (const batch of waiting.add(conversation)) await send(batch);
  }
  if (progress.conversations === 0)
    throw new UnreadableExport(progress.leftOut.unknown > 0 ? unknownFormat : 'The file has no conversations.');
  await send(waiting.rest());
  localStorage.removeItem(storageKey);
  return { ...progress, share: 1 };
}
