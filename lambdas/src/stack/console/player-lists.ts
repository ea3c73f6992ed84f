import type { PlayerLists } from 'shared-types/contract/stack/console';
import type { ConfiguredStack } from '../stack-list-store.ts';

/** The lists that were set on the page. */
export interface StoredPlayerLists extends PlayerLists {
  version: number;
  /** The id of the stack whose server has taken this version; null while none has. */
  sentTo: string | null;
}

/** Returns the lists of a stack. Before the first change on the page, they are those of the deployment. */
export function playerListsOf(
  stored: StoredPlayerLists | undefined,
  { parameters }: Pick<ConfiguredStack, 'parameters'>,
): PlayerLists & { version: number } {
  if (stored) {
    const { sentTo: _, ...lists } = stored;
    return lists;
  }
  const allowed = (parameters['AllowedPlayers'] ?? '').split(',').filter((name) => name !== '');
  return { version: 0, isAllowListOn: allowed.length > 0, allowed, operators: [] };
}

/**
 * Returns the parameter of the game server's template for lists that no server has taken yet. The allow list holds from the first
 * moment on, without names until they come.
 */
export const allowListParameter = (stored: StoredPlayerLists | undefined): Record<string, string> => ({
  AllowList: !stored || stored.sentTo !== null ? '' : stored.isAllowListOn ? 'on' : 'off',
});

/** Returns the lists that the server of this stack has not taken yet. */
export const dueLists = (stored: StoredPlayerLists | undefined, stackId: string) =>
  stored && stored.sentTo !== stackId ? stored : undefined;

/**
 * Returns the lists as the document of the console reads them: a word, a time, then a line for each name. No name has the end of a
 * line in it. The game keeps the lists with the latest time, which is one before they were read: whoever replaces them afterwards
 * sends a later one, so a reading that is out of date never replaces newer lists.
 */
export const listLines = ({ isAllowListOn, allowed, operators }: PlayerLists, readFrom: Date): string =>
  [
    isAllowListOn ? 'on' : 'off',
    `sent ${readFrom.getTime()}`,
    ...allowed.map((name) => `allowed ${name}`),
    ...operators.map((name) => `operator ${name}`),
  ].join('\n');
