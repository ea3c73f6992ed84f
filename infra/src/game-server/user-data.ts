import { readFileSync } from 'node:fs';

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

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
  ALLOWED_PLAYERS: string;
}

/** The script of an instance's first boot. Its quoting is safe: the template's parameters allow no quotes. */
export const userData = (settings: BootSettings): string =>
  [
    '#!/bin/bash',
    ...Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`),
    'mkdir -p "${ROOT:-}/usr/local/bin"',
    `cat >"\${ROOT:-}/usr/local/bin/stop-when-idle" <<'SCRIPT'`,
    `${script('stop-when-idle.sh')}SCRIPT`,
    'chmod +x "${ROOT:-}/usr/local/bin/stop-when-idle"',
    script('boot.sh'),
  ].join('\n');
