import type { ImportedConversation, ImportedMessage } from 'shared-types/contract/chat/import';
import { countItems } from 'shared-types/rules/chat/count-items';
import { maxImportedConversations, maxImportedFiles, maxImportedMessages } from 'shared-types/rules/limits';
import type { WholeConversation } from './imported.ts';

/** The bytes of a call. The API takes 256 KB. */
export const maxBatchBytes = 200_000;
/** The conversation's own fields take less. */
const ownBytes = 2_000;

/** The bytes that a message may have. What it names besides its text takes less than the rest. */
export const maxMessageBytes = maxBatchBytes - 2 * ownBytes;

export const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Collects messages until they fill a call. A conversation that is too large for one is parted. */
export function batches() {
  let batch: ImportedConversation[] = [];
  let [bytes, files] = [0, 0];
  let last: { exportId: string; after: { place: number; id: string } } | undefined;
  const take = () => {
    const full = batch;
    [batch, bytes, files] = [[], 0, 0];
    return full;
  };
  return {
    /** Adds the next message of a conversation. Returns the batch that has no room for it, or nothing. */
    add({ exportId, title, createTime, updateTime }: Omit<WholeConversation, 'messages'>, message: ImportedMessage) {
      let full: ImportedConversation[] = [];
      const size = bytesOf(message) + 1;
      const count = message.files?.length ?? 0;
      const part = batch.at(-1);
      const { place, id } = message;
      // Two files may have one conversation.
      const after = last?.exportId === exportId && last.after.place < place ? last.after : undefined;
      const fits = (room: number) => bytes + room <= maxBatchBytes && files + count <= maxImportedFiles;
      const isNext = part && after && part.exportId === exportId && fits(size);
      if (isNext && countItems([...part.messages, message]) <= maxImportedMessages) part.messages.push(message);
      else {
        if (batch.length > 0 && (batch.length >= maxImportedConversations || !fits(ownBytes + size))) full = take();
        batch.push({ exportId, title, createTime, updateTime, ...(after && { after }), messages: [message] });
        bytes += ownBytes;
      }
      bytes += size;
      files += count;
      last = { exportId, after: { place, id } };
      return full;
    },
    /** Returns the last batch. */
    rest: take,
  };
}
