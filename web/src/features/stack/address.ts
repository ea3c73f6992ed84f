import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { hasServer, isGoingDown } from './state.ts';

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

interface Server {
  info: StackInfo;
  running: ActionLog | undefined;
}

/** Returns the address at which the server can be reached now. The outputs keep it even while the server shuts down. */
export const reachableAddress = ({ info, running }: Server): ServerAddress | undefined =>
  hasServer(info.stackStatus) && !isGoingDown(info, running) ? serverAddress(info.outputs) : undefined;
