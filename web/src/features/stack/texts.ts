import type { StackAction } from 'shared-types/contract/stack';

/** The paths of the calls name the actions so, too. */
export const actionVerbs: Record<StackAction, 'start' | 'restart' | 'stop'> = {
  START: 'start',
  RESTART: 'restart',
  STOP: 'stop',
};

export const actionLabels: Record<StackAction, string> = { START: 'Start', RESTART: 'Restart', STOP: 'Stop' };

export const runningLabels: Record<StackAction, string> = {
  START: 'Starting',
  RESTART: 'Restarting',
  STOP: 'Stopping',
};

export const errorWhile = (actionVerb: string) => `Error while ${actionVerb}`;

export const countPlayers = (online: number) => (online === 1 ? '1 player' : `${online} players`);

const listOf = new Intl.ListFormat('en-GB');

/** Lists the players whom the server names, and counts the others: 'Anna, Bo and 1 more'. */
export const listPlayers = (named: readonly string[], online: number): string =>
  listOf.format(online > named.length ? [...named, `${online - named.length} more`] : named);

export const addToMinecraft = 'Add to Minecraft';
export const aboutBedrock =
  'It needs Bedrock Edition on Windows, a phone or a tablet. Consoles cannot add servers, and Java Edition cannot join.';
export const aboutJava =
  'Type it in Minecraft under Multiplayer, Add Server. It needs Java Edition on Windows, macOS or Linux. Bedrock Edition, as on phones and consoles, cannot join.';
