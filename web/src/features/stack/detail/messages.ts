import { hourMs } from 'shared-types/rules/time';
import type { PlayersSeen, StackInfo } from 'shared-types/contract/stack';
import { formatDay, formatFutureTime, formatTime } from '../../../lib/format-time.ts';
import type { StackState } from '../status/stack-state.ts';

/** Describes the cost of a stack since its creation. Undefined if its price is unknown. */
export function describeCost({ creationTime, hourlyPrice }: StackInfo, now: number): string | undefined {
  if (hourlyPrice === null) return undefined;
  const dollars = (Math.max(0, now - creationTime) / hourMs) * hourlyPrice;
  return dollars < 0.01 ? 'less than $0.01 so far' : `about $${dollars.toFixed(2)} so far`;
}

export const keptImage =
  'The image of the game could not be downloaded, so the server runs the one of its last good start. The next start tries again.';

/** Describes a server whose game could not be downloaded. */
export const describeKeptGame = ({ version, keptAt }: NonNullable<StackInfo['keptGame']>, now: number): string =>
  `The game could not be downloaded, so the server runs version ${version}, kept from ${formatDay(keptAt, now)}. The next start tries again.`;

/** Describes the scheduled stop. A server that is up, or will be, also stops when it is empty. */
export function describeScheduledStop(state: StackState, at: string): string {
  if (state === 'partlyCreated' || state === 'partlyDeleted') return `tries to stop at ${at}`;
  return `stops at ${at}${state === 'broken' ? '' : ', earlier if empty'}`;
}

/** The server counts its players once a minute. A stop that an older count announced has happened, or never will. */
const maxCountAgeMs = 5 * 60_000;

/** Describes since when a server has been silent. */
export const describeSilence = ({ seenAt }: Pick<PlayersSeen, 'seenAt'>, now: number): string =>
  `The server last reported at ${formatTime(seenAt, now)}. Restart it if players cannot join. Unless it answers, it is stopped within half an hour.`;

/** Describes a server that is up and has not reported since its start. */
export const describeFirstReport = ({ dueAt, isLate }: NonNullable<StackInfo['firstReport']>, now: number): string =>
  isLate
    ? `The server has not reported since its start; its first report was due at ${formatTime(dueAt, now)}. Restart it if players cannot join. Unless it answers, it is stopped within half an hour.`
    : `The server sends its first report by ${formatFutureTime(dueAt, now)}.`;

/** Describes the number of players, or since when the server has been empty and when it stops for that. */
export function describePlayers({ online, seenAt, lastPlayedAt, idleStopAt }: PlayersSeen, now: number): string {
  if (online === 1) return '1 player';
  if (online) return `${online} players`;
  const stop =
    idleStopAt > now
      ? ` · stops at ${formatFutureTime(idleStopAt, now)} unless someone joins`
      : now - seenAt < maxCountAgeMs
        ? ' · about to stop'
        : '';
  return online === null ? `The game is not responding${stop}` : `Empty since ${formatTime(lastPlayedAt, now)}${stop}`;
}

export interface ServerAddress {
  host: string;
  /** Undefined if the stack has no output for it. */
  port: string | undefined;
}

/** Returns the address of the server from the stack's outputs. */
export function serverAddress(outputs: StackInfo['outputs']): ServerAddress | undefined {
  const valueOf = (ending: RegExp) => outputs.find(({ outputKey }) => ending.test(outputKey))?.outputValue;
  const host = valueOf(/address$/i);
  return host ? { host, port: valueOf(/port$/i) } : undefined;
}

/** Spells an address as 'host:port'. */
export const addressText = ({ host, port }: ServerAddress): string => (port === undefined ? host : `${host}:${port}`);

/**
 * Returns the link that adds the server to the game's list. Minecraft does not document it; players do:
 * https://gist.github.com/lukeeey/8d0fd2c0b4a31d64cc9b47f6c1286330
 */
export const minecraftLink = (stackName: string, address: ServerAddress): string =>
  `minecraft:?addExternalServer=${encodeURIComponent(stackName)}|${addressText(address)}`;

export const addToMinecraft = 'Add to Minecraft';
export const aboutJava =
  'Type it in Minecraft under Multiplayer, Add Server. It needs Java Edition on Windows, macOS or Linux. Bedrock Edition, as on phones and consoles, cannot join.';
export const address = 'address';
export const port = 'port';
export const addressFollows = 'The address appears when the server is up.';
export const weeklyTimes = 'Weekly times';
export const peopleAndRights = 'People and rights';
export const startLinks = 'Start links';
export const outputs = 'Outputs';
export const noOutputs = 'No outputs.';
export const countedAt = (players: string, age: string) => `${players} · counted ${age}`;
export const stack = 'Stack';
export const allStacks = 'All stacks';
export const stackTitle = (stackName: string) => `Stack: ${stackName}`;
export const liveUpdatesArePaused = 'Live updates are paused.';
export const error = 'Error';
export const technicalDetails = 'Technical details: what CloudFormation reports';
export const stackname = 'stackName';
export const stackstatus = 'stackStatus';
export const creationtime = 'creationTime';
export const updatetime = 'updateTime';
export const boot = 'boot';
export const license = 'license';
export const acceptedBy = (name: string, time: string) => `accepted by ${name} at ${time}`;

/** The word of the detail page for a stack that CloudFormation does not have. */
export const notFoundStatus = 'NOT_FOUND';
