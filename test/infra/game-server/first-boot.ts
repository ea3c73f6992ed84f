import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userData } from 'infra/game-server/user-data';

export const settings = {
  STACK_NAME: 'bedrock-survival',
  STACK_ID: 'arn:aws:cloudformation:eu-central-1:111111111111:stack/bedrock-survival/11aa',
  REGION: 'eu-central-1',
  SIGNAL_URL: 'https://signal.example/handle?X-Amz-Signature=abc',
  FILE_SYSTEM_ID: 'fs-0123456789abcdef0',
  ACCESS_POINT_ID: 'fsap-0123456789abcdef0',
  GAME_PORT: '19140',
  MEMORY_MIB: '1500',
  IDLE_MINUTES: '30',
  SERVER_NAME: 'Our Server 1.0',
  GAME_MODE: 'survival',
  DIFFICULTY: 'easy',
  MAX_PLAYERS: '10',
  LEVEL_SEED: '',
  ALLOW_CHEATS: 'false',
  ALLOWED_PLAYERS: 'Ann B,Bob',
};

/** A fake of each command that the scripts call: it notes the call, then does what the test says. */
const commands = ['dnf', 'mount', 'systemctl', 'docker', 'curl', 'aws', 'sleep'];

/** An instance's disk and commands, in a folder. `fakes` are shell lines by command; `date` stands still when `now` is given. */
export function instance(fakes: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'instance-'));
  const bin = join(root, 'fakes');
  for (const folder of [bin, join(root, 'etc', 'systemd', 'system')]) mkdirSync(folder, { recursive: true });
  const calls = join(root, 'calls');
  writeFileSync(calls, '');
  const fake = (name: string, lines: string) => {
    const file = join(bin, name);
    writeFileSync(file, `#!/bin/bash\nprintf '%s\\n' "${name} $*" >>'${calls}'\n${lines}\n`);
    chmodSync(file, 0o755);
  };
  for (const name of commands) fake(name, fakes[name] ?? '');

  const run = (file: string, env: Record<string, string> = {}) =>
    spawnSync('bash', [file], { env: { PATH: `${bin}:${process.env['PATH']}`, ROOT: root, ...env }, encoding: 'utf8' });
  return {
    fake,
    path: (name: string) => join(root, name),
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    has: (name: string) => existsSync(join(root, name)),
    /** Every call of a faked command so far, in order. */
    calls: (command = '') =>
      readFileSync(calls, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(command) && line !== ''),
    /** The first boot, as the template would have it. */
    boot() {
      const file = join(root, 'user-data');
      writeFileSync(file, userData(settings));
      return run(file);
    },
    run,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type Instance = ReturnType<typeof instance>;
