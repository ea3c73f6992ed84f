import type { chatApi } from 'shared-types/contract/chat';
import type { Routes } from '../../platform/http/http-handler.ts';
import { toChatSession } from '../conversations/conversation.ts';
import { type BranchPorts, listBranches } from './branches.ts';
import { forkConversation, type ForkPorts } from './fork.ts';

export const forkRoutes = (
  ports: ForkPorts & BranchPorts,
): Pick<Routes<typeof chatApi>, 'forkSession' | 'listBranches'> => ({
  async forkSession({ body, user: { userId } }) {
    return toChatSession(await forkConversation(ports, userId, body));
  },

  listBranches: ({ query: { sessionId }, user: { userId } }) => listBranches(ports.store, userId, sessionId),
});
