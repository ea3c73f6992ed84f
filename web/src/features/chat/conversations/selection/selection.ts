import { createContext } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';

/** The conversations that were selected in the list, by their ids. */
export type Selected = ReadonlyMap<string, ChatSession>;

export interface Selection {
  selected: Selected;
  toggle: (conversation: ChatSession) => void;
}

/** Undefined while the rows of the list open their conversations. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

export function toggled(selected: Selected, conversation: ChatSession): Selected {
  const next = new Map(selected);
  if (!next.delete(conversation.sessionId)) next.set(conversation.sessionId, conversation);
  return next;
}
