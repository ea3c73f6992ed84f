import type { GameId } from 'shared-types/rules/stack/game';

/** A player who is on a server, by the game's own log. */
export interface NamedPlayer {
  name: string;
  sinceMs: number;
}

/** A server admits about as many. */
export const maxNamedPlayers = 30;

/** What a line of the log says of a player, or of the game as a whole, which begins without players. */
type Said = { what: 'known' | 'joined' | 'left'; name: string } | { what: 'begun' };

/**
 * The lines of each game that count, from their beginning to their end. What a player writes comes after the player's own name in
 * brackets, so it matches none of them.
 */
interface Reader {
  /** The game looks a name up, and says so, before its player joins. Otherwise it says both at once. */
  saysKnownFirst: boolean;
  read: (line: string) => Said | undefined;
}

/** A name has letters and digits of any script: no code of a color, no bracket of a chat line, no comma before an id. */
const gamertag = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_ '#.-]{0,30}[\p{L}\p{M}\p{N}_])?$/u;

const first = (pattern: RegExp, text: string) => pattern.exec(text)?.[1];

const readers: Record<GameId, Reader> = {
  /** Minecraft Bedrock: `[2026-07-03 20:14:03:123 INFO] Player connected: Anna, xuid: 2535412345678901`. */
  bedrock: {
    saysKnownFirst: false,
    read(line) {
      const text = first(/^\[[\d :-]+ INFO\] (.*)$/, line) ?? '';
      if (text === 'Starting Server') return { what: 'begun' };
      const [, verb, name = ''] =
        /^Player (connected|disconnected): (.*?), xuid: \d*(?:, pfid: \S*)?$/.exec(text) ?? [];
      if (verb === undefined || !gamertag.test(name)) return undefined;
      return { what: verb === 'connected' ? 'joined' : 'left', name };
    },
  },

  /**
   * Minecraft Java: `[20:14:03] [Server thread/INFO]: Anna joined the game`. A team puts its own words before the names of the lines
   * that the players read, so the game's two other lines about them count, too.
   */
  java: {
    saysKnownFirst: true,
    read(line) {
      const [, thread = '', text = ''] = /^\[[\d:]+\] \[([^\]]+)\/INFO\]: (.*)$/.exec(line) ?? [];
      const known = first(/^UUID of player (\w{1,16}) is [\da-f-]{36}$/, text);
      if (known !== undefined && thread.startsWith('User Authenticator #')) return { what: 'known', name: known };
      if (thread !== 'Server thread') return undefined;
      if (text.startsWith('Starting minecraft server version ')) return { what: 'begun' };
      const joined = first(/^(\w{1,16})(?: joined the game|\[.*\] logged in with entity id \d+ at .*)$/, text);
      if (joined !== undefined) return { what: 'joined', name: joined };
      const left = first(/^(\w{1,16})(?: left the game| lost connection: .*)$/, text);
      return left === undefined ? undefined : { what: 'left', name: left };
    },
  },
};

/** Docker writes the time before each line: 2026-07-03T20:14:03.123456789Z. */
const dated = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z (.*)$/;

/**
 * Returns the players who are on, the earliest first, by the lines of the game's log with Docker's times. Lines that the game has not
 * written, and names that it has not checked, do not count, so a player may be missing.
 */
export function namedPlayers(game: GameId, log: string): NamedPlayer[] {
  const { read, saysKnownFirst } = readers[game];
  const known = new Set<string>();
  const online = new Map<string, number>();
  for (const line of log.split(/\r?\n/)) {
    const [, time = '', text = ''] = dated.exec(line) ?? [];
    const atMs = Date.parse(`${time}Z`);
    const said = Number.isNaN(atMs) ? undefined : read(text);
    if (!said) continue;
    if (said.what === 'begun') {
      known.clear();
      online.clear();
    } else if (said.what === 'known') known.add(said.name);
    else if (said.what === 'left') online.delete(said.name);
    else if ((!saysKnownFirst || known.has(said.name)) && !online.has(said.name)) online.set(said.name, atMs);
  }
  return [...online].map(([name, sinceMs]) => ({ name, sinceMs })).slice(0, maxNamedPlayers);
}
