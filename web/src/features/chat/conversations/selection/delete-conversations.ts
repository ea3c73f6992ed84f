import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../../api/call.ts';
import { showFailure, showUndo } from '../../../../ui/toasts/toasts.ts';
import { reloadLists, removeFromLists } from '../mutations.ts';
import { conversationQuery } from '../../queries.ts';

/** Calls that are under way at the same time. More would wait for a place in the account's executions. */
const maxCalls = 4;

/** Changes each conversation by its own call, and returns those that failed, with the last error. */
async function change(conversations: readonly ChatSession[], action: (sessionId: string) => Promise<unknown>) {
  const waiting = [...conversations];
  const failed: ChatSession[] = [];
  let lastError: unknown;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      try {
        await action(next.sessionId);
      } catch (error) {
        failed.push(next);
        lastError = error;
      }
  };
  await Promise.all(Array.from({ length: maxCalls }, work));
  return { failed, lastError };
}

async function restore(client: QueryClient, conversations: readonly ChatSession[]) {
  const { failed, lastError } = await change(conversations, (sessionId) =>
    call('POST /api/chat/session/{sessionId}/restore', { params: { sessionId } }),
  );
  await reloadLists(client);
  if (failed.length > 0) throw lastError;
}

const countConversations = (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`);

const wereDeleted = (count: number) =>
  count === 1 ? '1 conversation was deleted.' : `${countConversations(count)} were deleted.`;

const couldNotDelete = (count: number) => `Could not delete ${countConversations(count)}.`;

async function deleteConversations(client: QueryClient, conversations: readonly ChatSession[], onReturn: () => void) {
  const removeAll = async () => {
    for (const { sessionId } of conversations) await removeFromLists(client, sessionId);
  };
  await removeAll();
  const deletion = change(conversations, (sessionId) =>
    call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } }),
  );
  const closeUndo = showUndo(wereDeleted(conversations.length), async () => {
    const { failed } = await deletion;
    await restore(
      client,
      conversations.filter((each) => !failed.includes(each)),
    );
    onReturn();
  });
  const { failed, lastError } = await deletion;
  for (const { sessionId } of conversations) client.removeQueries({ queryKey: conversationQuery(sessionId).queryKey });
  if (failed.length === 0) {
    // A page that was read before the deletion may have brought conversations back.
    await removeAll();
    return;
  }
  if (failed.length === conversations.length) closeUndo();
  await reloadLists(client);
  showFailure(couldNotDelete(failed.length), lastError, () => deleteConversations(client, failed, onReturn));
}

/** Deletes conversations, which leave the list at once. One toast offers to undo it, and another one names those that could not be deleted. */
export function useDeleteConversations() {
  const client = useQueryClient();
  return (conversations: readonly ChatSession[], onReturn: () => void) =>
    deleteConversations(client, conversations, onReturn);
}
