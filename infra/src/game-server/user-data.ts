import { readFileSync } from 'node:fs';

/** A script without its comments: EC2 limits the length of user data. */
const script = (name: string) =>
  readFileSync(new URL(`scripts/${name}`, import.meta.url), 'utf8').replaceAll(/^ *# .*\n/gm, '');

/** The commands that the first boot installs beside itself. */
const commands = ['send-event', 'stop-when-idle', 'world'];

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
  GAME_PORT: string;
  /** A range, as in 20000-20039. */
  SESSION_PORTS: string;
  MEMORY_MIB: string;
  IDLE_MINUTES: string;
  SERVER_NAME: string;
  GAME_MODE: string;
  DIFFICULTY: string;
  MAX_PLAYERS: string;
  LEVEL_SEED: string;
  ALLOW_CHEATS: string;
  GAME_VERSION: string;
  ALLOWED_PLAYERS: string;
}

/** The script of an instance's first boot. Its quoting is safe: the template's parameters allow no quotes. */
export const userData = (settings: BootSettings): string =>
  [
    '#!/bin/bash',
    ...Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`),
    'mkdir -p "${ROOT:-}/usr/local/bin"',
    ...commands.flatMap((command) => [
      `cat >"\${ROOT:-}/usr/local/bin/${command}" <<'SCRIPT'`,
      `${script(`${command}.sh`)}SCRIPT`,
      `chmod +x "\${ROOT:-}/usr/local/bin/${command}"`,
    ]),
    script('boot.sh'),
  ].join('\n');
