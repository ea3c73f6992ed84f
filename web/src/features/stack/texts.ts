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

export const addToMinecraft = 'Add to Minecraft';
export const aboutJava =
  'Type it in Minecraft under Multiplayer, Add Server. It needs Java Edition on Windows, macOS or Linux. Bedrock Edition, as on phones and consoles, cannot join.';
