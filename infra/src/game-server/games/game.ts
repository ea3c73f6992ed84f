import type { Construct } from 'constructs';

/** The game of a server: all in which the servers of different games differ. See docs/games.md. */
export interface Game {
  /** Its functions and its own commands on a server, by their names there. Each game has `game`: see game.sh of its folder. */
  commands: { game: URL } & Record<string, URL>;
  /** The port that players type. */
  port: number;
  /** The ports that are open to players, the port above among them. */
  openPorts(port: number): OpenPorts[];
  /** The form of a chosen version, and one as an example. */
  version: { pattern: string; example: string };
  /** The form of a player's name in the configuration. */
  playerName: string;
  /** Declares further parameters of the game's template, and returns the variables of game.sh. */
  settings(scope: Construct): Record<string, string>;
}

export interface OpenPorts {
  id: string;
  protocol: 'tcp' | 'udp';
  from: number;
  to: number;
  description: string;
}

/**
 * The name of a player or a server. It becomes part of a shell script, so quotes and dollars are not allowed; a space at
 * an end would be part of the name.
 */
export const plainName = '[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?';
