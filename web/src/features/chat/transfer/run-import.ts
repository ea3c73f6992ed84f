import { call } from '../../../api/call.ts';
import { batches } from './batches.ts';
import { type LeftOut, noneLeftOut, readConversation } from './chatgpt/conversation.ts';
import { incompleteExport, readExport, UnreadableExport } from './export-file.ts';

export interface ImportProgress {
  /** From 0 to 1. */
  share: number;
  conversations: number;
  /** The messages that the site did not have. */
  added: number;
  /** The export has it, and the site does not take it. */
  leftOut: LeftOut;
}

const storageKey = 'chat-import';
const nameOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`;

/** Remembers how many conversations of a file were sent, so that an import that was interrupted goes on there. */
const savePosition = (file: File, sent: number) => localStorage.setItem(storageKey, `${sent} ${nameOf(file)}`);

function findPosition(file: File): number {
  const [sent = '', ...name] = (localStorage.getItem(storageKey) ?? '').split(' ');
  return name.join(' ') === nameOf(file) ? Number(sent) : 0;
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

/** Sends the conversations of an export one batch after another. A message that was imported before is not added again. */
export async function runImport(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportProgress> {
  const start = findPosition(file);
  const waiting = batches();
  const progress: ImportProgress = { share: 0, conversations: 0, added: 0, leftOut: noneLeftOut };
  const send = async (conversations: ReturnType<typeof waiting.rest>) => {
    if (conversations.length === 0) return;
    const { added } = await call('POST /api/chat/import', { body: { conversations }, signal });
    progress.added += added;
    // The last conversation may be sent in part only.
    savePosition(file, progress.conversations - 1);
    onProgress({ ...progress });
    signal.throwIfAborted();
  };
  for await (const { text, readBytes } of readExport(file)) {
    signal.throwIfAborted();
    const { conversation, leftOut } = readConversation(parsed(text));
    progress.share = readBytes / file.size;
    // An import that goes on counts those of its first part again.
    progress.leftOut = together(progress.leftOut, leftOut);
    if (!conversation) continue;
    progress.conversations++;
    if (progress.conversations <= start) continue;
    for (const batch of waiting.add(conversation)) await send(batch);
  }
  if (progress.conversations === 0)
    throw new UnreadableExport(progress.leftOut.unknown > 0 ? unknownFormat : 'The file has no conversations.');
  await send(waiting.rest());
  localStorage.removeItem(storageKey);
  return { ...progress, share: 1 };
}
