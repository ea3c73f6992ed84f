import type { Branches } from 'shared-types/contract/chat/branches';

type Branch = Branches['conversations'][number];
export type BranchNode = Branch & { forks: BranchNode[] };

/** Sorts the fork that has left earlier first. A fork without a common message has left at the beginning. */
const byPlace = (one: Branch, other: Branch) => ((one.lastSharedId ?? '') < (other.lastSharedId ?? '') ? -1 : 1);

/** Puts each fork below the conversation that it has left. A fork of a deleted conversation has a tree of its own. */
export function branchTrees(conversations: readonly Branch[]): BranchNode[] {
  const ids = new Set(conversations.map(({ sessionId }) => sessionId));
  const withForks = (branch: Branch): BranchNode => ({
    ...branch,
    forks: conversations
      .filter(({ parentId }) => parentId === branch.sessionId)
      .toSorted(byPlace)
      .map(withForks),
  });
  return conversations.filter(({ parentId }) => parentId === undefined || !ids.has(parentId)).map(withForks);
}
