import type { ImportedConversation } from 'shared-types/contract/chat/import';
import { maxImportedConversations, maxImportedMessages } from 'shared-types/rules/limits';
import type { WholeConversation } from './imported.ts';

/** The bytes of a call. The API takes 256 KB. */
export const maxBatchBytes = 200_000;
/** The conversation's own fields take less. */
const ownBytes = 2_000;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Collects conversations until they fill a call. A conversation that is too large for one is parted. */
export function batches() {
  let batch: ImportedConversation[] = [];
  let bytes = 0;
  const take = () => {
    const full = batch;
    [batch, bytes] = [[], 0];
    return full;
  };
  return {
    /** Returns the batches that are full. */
    add(conversation: WholeConversation): ImportedConversation[][] {
      const full: ImportedConversation[][] = [];
      let part: ImportedConversation | undefined;
      conversation.messages.forEach((message, index) => {
        const size = bytesOf(message) + 1;
        if (part && part.messages.length < maxImportedMessages && bytes + size <= maxBatchBytes)
          part.messages.push(message);
        else {
          if (batch.length > 0 && (batch.length >= maxImportedConversations || bytes + ownBytes + size > maxBatchBytes))
            full.push(take());
          part = { ...conversation, first: index, messages: [message] };
          batch.push(part);
          bytes += ownBytes;
        }
        bytes += size;
      });
      return full;
    },
    /** Returns the last batch. */
    rest: take,
  };
}
