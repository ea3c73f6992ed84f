import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GameId } from 'shared-types/rules/stack/game';
import { games } from 'infra/game-server/games/all';
import { userData } from 'infra/game-server/user-data';

/** No value equals the template's default. */
export const settings = {
  STACK_NAME: 'bedrock-survival',
  STACK_ID: 'arn:aws:cloudformation:eu-central-1:111111111111:stack/bedrock-survival/11aa',
  REGION: 'eu-central-1',
  IMAGE: 'owner/game@sha256:5c',
  SIGNAL_URL: 'https://signal.example/handle?X-Amz-Signature=abc',
  FILE_SYSTEM_ID: 'fs-0123456789abcdef0',
  ACCESS_POINT_ID: 'fsap-0123456789abcdef0',
  ARCHIVE_BUCKET: 'archives',
  WORLD_REQUEST: '',
  WORLD_SOURCE: '',
  WORLD_KNOWN: 'false',
  ALLOW_LIST: '',
  GAME_PORT: '19140',
  SESSION_PORTS: '20000-20039',
  MEMORY_MIB: '1500',
  IDLE_MINUTES: '40',
  SERVER_NAME: 'Our Server 1.0',
  GAME_MODE: 'creative',
  DIFFICULTY: 'hard',
  MAX_PLAYERS: '7',
  LEVEL_SEED: '-42',
  ALLOW_CHEATS: 'true',
  ALLOWED_PLAYERS: 'Ann B,Bob',
  GAME_VERSION: '1.26.51.1',
};

/** The longest values that a template sets. CloudFormation signs the URL with a token of about this length. */
export const longestSettings = {
  ...settings,
  SIGNAL_URL: `https://signal.example/${'s'.repeat(600)}`,
  STACK_ID: `${settings.STACK_ID}${'i'.repeat(128)}`,
  IMAGE: `${'i'.repeat(60)}@sha256:${'5'.repeat(64)}`,
  ALLOWED_PLAYERS: Array.from({ length: 30 }, () => 'n'.repeat(40)).join(','),
  LEVEL_SEED: '4'.repeat(40),
};

/** The fake time advances only during sleeps, by ten times their length, so that fewer retries run. */
const clock = '"$ROOT/clock"';

/** The fake of each command notes its call and then runs this line, or the test's own. */
const commands: Record<string, string> = {
  dnf: '',
  mount: '',
  systemctl: '',
  docker: '',
  journalctl: '',
  aws: '',
  chown: '',
  // The test's own user unpacks the archive, because only root may change to another user.
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  curl: 'case "$*" in */api/token) echo a-token ;; *public-ipv4) echo 203.0.113.7 ;; esac',
  sleep: `echo $(($(cat ${clock} 2>/dev/null || echo 0) + 10 * $1)) >${clock}`,
  date: `[ "$1" = +%s ] && echo $((1800000000 + $(cat ${clock} 2>/dev/null || echo 0)))`,
};

/** The options of a machine's boot. */
type Settings = Partial<typeof settings>;

/** A server of Minecraft Java has these settings in place of those above. */
const javaSettings = {
  GAME_PORT: '25570',
  GAME_VERSION: '26.1.2',
  ALLOWED_PLAYERS: 'Ann_B,Bob',
  MEMORY_MIB: '3400',
};

/** Makes an instance's disk and commands in a folder. `fakes` are shell lines by command. */
export function instance(fakes: Record<string, string> = {}, game: GameId = 'bedrock') {
  const root = mkdtempSync(join(tmpdir(), 'instance-'));
  const bin = join(root, 'fakes');
  for (const folder of [bin, join(root, 'run'), join(root, 'etc', 'systemd', 'system')])
    mkdirSync(folder, { recursive: true });
  const calls = join(root, 'calls');
  writeFileSync(calls, '');
  const fake = (name: string, lines: string) => {
    const file = join(bin, name);
    writeFileSync(file, `#!/bin/bash\nprintf '%s\\n' "${name} $*" >>'${calls}'\n${lines}\n`);
    chmodSync(file, 0o755);
  };
  for (const [name, lines] of Object.entries({ ...commands, ...fakes })) fake(name, lines);

  const run = (file: string, env: Record<string, string> = {}, ...args: string[]) =>
    spawnSync('bash', [file, ...args], {
      env: { PATH: `${bin}:${process.env['PATH']}`, ROOT: root, ...env },
      encoding: 'utf8',
    });
  return {
    fake,
    path: (name: string) => join(root, name),
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    has: (name: string) => existsSync(join(root, name)),
    /** Returns every call of a fake command so far, in order, except those of `date`. */
    calls: (command = '') =>
      readFileSync(calls, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(command) && line !== '' && !line.startsWith('date ')),
    /** Returns the time that the scripts have slept. */
    waitedSeconds: () => Number(existsSync(join(root, 'clock')) && readFileSync(join(root, 'clock'), 'utf8')),
    /** Runs the first boot with the template's user data. */
    boot(changed: Settings = {}) {
      const file = join(root, 'user-data');
      writeFileSync(file, userData(games[game], { ...settings, ...(game === 'java' && javaSettings), ...changed }));
      return run(file);
    },
    run,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type Instance = ReturnType<typeof instance>;
