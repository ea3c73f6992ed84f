import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Game } from './games/game.ts';

/** Returns a script without its comments, apart from those for ShellCheck: EC2 limits the length of user data to 16 KB. */
const script = (file: string | URL) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/^ *# (?!shellcheck ).*\n/gm, '');

const lines = (text: string) => text.match(/.{1,120}/g) ?? [];

/** The commands of every server, of which the first boot runs once. */
const commands = ['boot', 'kept', 'send-event', 'stop-when-idle', 'world'];

/** The variables of boot.sh. */
export interface BootSettings {
  STACK_NAME: string;
  STACK_ID: string;
  REGION: string;
  /** The image with its digest or its tag. */
  IMAGE: string;
  /** The URL at which CloudFormation waits for the result of the boot. */
  SIGNAL_URL: string;
  FILE_SYSTEM_ID: string;
  ACCESS_POINT_ID: string;
  ARCHIVE_BUCKET: string;
  /** The site's last choice of a world, by an id that the file system remembers; empty when there was none. */
  WORLD_REQUEST: string;
  /** The archive of that choice, or 'new'. */
  WORLD_SOURCE: string;
  /** 'true' when this stack has had a world, so that no start begins an empty one. */
  WORLD_KNOWN: string;
  /** 'on' or 'off' when the lists of players have changed since a server took them; empty otherwise. */
  ALLOW_LIST: string;
  GAME_PORT: string;
  MEMORY_MIB: string;
  IDLE_MINUTES: string;
  SERVER_NAME: string;
  GAME_MODE: string;
  DIFFICULTY: string;
  MAX_PLAYERS: string;
  LEVEL_SEED: string;
  GAME_VERSION: string;
  ALLOWED_PLAYERS: string;
  /** The game's own: see `Game.settings`. */
  [ofGame: string]: string;
}

/** Returns the scripts of a server of this game, by the names of their commands. */
export const commandsOf = ({ commands: own }: Pick<Game, 'commands'>): [name: string, file: string | URL][] => [
  ...Object.entries(own),
  ...commands.map((name): [string, string] => [name, `scripts/${name}.sh`]),
];

/** Returns the script that installs the commands, packed: it then takes a third of the room, and CloudFormation sees no variable in it. */
function packedInstaller(game: Pick<Game, 'commands'>): string {
  const installed = commandsOf(game).map(
    ([name, file]) => `cat >"$bin/${name}" <<'SCRIPT'\n${script(file)}SCRIPT\nchmod +x "$bin/${name}"\n`,
  );
  const text = ['bin=${ROOT:-}/usr/local/bin\nmkdir -p "$bin"\n', ...installed].join('');
  return gzipSync(text, { level: 9 }).toString('base64');
}

/** Returns the script of an instance's first boot. Its quoting is safe: the template's parameters allow no quotes. */
export const userData = (game: Pick<Game, 'commands'>, settings: BootSettings): string =>
  [
    '#!/bin/bash',
    ...Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`),
    `base64 -d <<'PACKED' | gunzip | bash`,
    ...lines(packedInstaller(game)),
    'PACKED',
    'exec "${ROOT:-}/usr/local/bin/boot"',
  ].join('\n');
