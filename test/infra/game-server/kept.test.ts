import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Instance, instance, settings } from './first-boot.ts';
import { bucketAws } from './world-files.ts';

let machine: Instance;
afterEach(() => machine?.remove());

/** The bucket has the server program of this version, and the game answers with that only. */
const keeping = (version: string, fakes: Record<string, string> = {}) =>
  instance({
    aws: `case "$*" in
      *kept/games.txt*) echo "1 ${version} 1762160000" ;;
      *kept/game-1.tar.gz*) mkdir "$ROOT/kept" && touch "$ROOT/kept/bedrock_server-${version}" && tar -C "$ROOT/kept" -czf "\${@: -1}" . ;;
      *) echo 0 ;;
    esac`,
    docker: '[ "$1" != exec ] || grep -q DIRECT_DOWNLOAD_URL=kept "$ROOT/etc/bedrock.env"',
    ...fakes,
  });

/** Returns what the last report says of kept parts. The reports are sent beside each other, and this one has the ends of all phases. */
const toldKept = () =>
  machine
    .calls('aws events put-events')
    .map((call) => /endsSeconds\\":\[(?:\d+,){4}\d+\](.*)\}"\}\]$/.exec(call)?.[1]?.replaceAll('\\', ''))
    .find((told) => told !== undefined);

const program = (version: string) => `var/lib/bedrock/bedrock_server-${version}`;

describe('a start without a stranger', () => {
  it('keeps the image and the server program of a good start, once, without the world', () => {
    machine = instance({
      aws: bucketAws,
      docker: 'case "$1" in image) echo sha256:1 ;; save) echo the image ;; esac',
    });
    const files = ['bedrock_server-1.26.51.1', 'worlds/w/level.dat', 'permissions.json', 'definitions/one.json'];
    for (const file of files) {
      mkdirSync(dirname(machine.path(`var/lib/bedrock/${file}`)), { recursive: true });
      writeFileSync(machine.path(`var/lib/bedrock/${file}`), file);
    }
    expect(machine.boot().status).toBe(0);
    expect(machine.boot().status).toBe(0);
    expect(toldKept()).toBe('');
    expect(machine.calls('docker save')).toEqual(['docker save game-server:kept']);
    const kept = `bucket/${settings.ARCHIVE_BUCKET}/${settings.STACK_NAME}/kept`;
    expect(machine.read(`${kept}/image.tar.gz.txt`)).toBe('sha256:1\n');
    expect(machine.read(`${kept}/games.txt`)).toBe('1 1.26.51.1 1800000000\n');
    const listed = spawnSync('tar', ['--list', '--gzip', '--file', machine.path(`${kept}/game-1.tar.gz`)], {
      encoding: 'utf8',
    });
    expect(
      listed.stdout
        .split('\n')
        .filter((line) => /\w$/.test(line))
        .toSorted(),
    ).toEqual(['./bedrock_server-1.26.51.1', './definitions/one.json']);
    expect(machine.has('var/lib/kept')).toBe(false);
  });

  it('starts the kept image when the registry fails', () => {
    machine = instance({
      aws: 'case "$*" in *kept/image.tar.gz\\ *) touch "${@: -1}" ;; *) echo 0 ;; esac',
      docker: 'case "$1" in pull) echo "toomanyrequests" && exit 1 ;; esac',
    });
    expect(machine.boot().status).toBe(0);
    expect(machine.calls('docker load')).toHaveLength(1);
    expect(machine.calls('docker tag')).toEqual([]);
    expect(toldKept()).toBe(',"keptImage":true');
    expect(machine.read('etc/systemd/system/bedrock.service')).toMatch(/ --env-file \S+ game-server:kept$/m);
  });

  it.each([
    ['fails', { journalctl: 'echo "curl: (6) Could not resolve host"' }, 100],
    ['hangs', {}, 400],
  ])('starts the kept server program when its download %s', (_, fakes, mostSeconds) => {
    machine = keeping('1.26.50.2', fakes);
    expect(machine.boot({ GAME_VERSION: 'LATEST' }).status).toBe(0);
    expect(machine.read('etc/bedrock.env')).toContain('\nVERSION=1.26.50.2\nDIRECT_DOWNLOAD_URL=kept\n');
    expect(machine.waitedSeconds()).toBeLessThanOrEqual(mostSeconds);
    expect(machine.calls('systemctl stop bedrock')).toHaveLength(1);
    expect(toldKept()).toBe(',"keptGame":{"version":"1.26.50.2","atSeconds":1762160000}');
  });

  it('keeps the last three versions that started well, and starts each when its download fails', () => {
    machine = instance({ aws: bucketAws });
    const installed = (version: string) => {
      rmSync(machine.path('var/lib/bedrock'), { recursive: true, force: true });
      mkdirSync(machine.path('var/lib/bedrock'), { recursive: true });
      if (version !== '') writeFileSync(machine.path(program(version)), version);
    };
    const kept = (command: string, GAME_VERSION: string) =>
      machine.run(machine.path('usr/local/bin/kept'), { ...settings, GAME_VERSION }, command);
    expect(machine.boot().status).toBe(0);
    for (const version of ['1.26.40.1', '1.26.50.2', '1.26.51.1', '1.26.50.2', '1.26.52.3']) {
      installed(version);
      kept('keep', 'LATEST');
    }
    for (const [chosen, found] of [
      ['1.26.50.2', '1.26.50.2'],
      ['1.26.51.1', '1.26.51.1'],
      ['LATEST', '1.26.52.3'],
    ] as const) {
      installed('');
      expect(kept('game', chosen)).toMatchObject({ status: 0, stdout: `${found} 1800000000\n` });
      expect(machine.read(program(found))).toBe(found);
    }
    // The oldest made room for the newest, and each version was stored once.
    installed('');
    expect(kept('game', '1.26.40.1').status).not.toBe(0);
    expect(machine.calls('aws s3 cp').filter((call) => /kept\/game-\d\S+ s3:/.test(call))).toHaveLength(4);
  });

  it('lists no version whose program was not stored', () => {
    machine = instance({
      aws: bucketAws.replace("'s3 cp')", '\'s3 cp\') case "$*" in *game-1.tar.gz) exit 1 ;; esac'),
    });
    mkdirSync(machine.path('var/lib/bedrock'), { recursive: true });
    writeFileSync(machine.path('var/lib/bedrock/bedrock_server-1.26.51.1'), '');
    expect(machine.boot().status).toBe(0);
    expect(machine.read(`bucket/${settings.ARCHIVE_BUCKET}/${settings.STACK_NAME}/kept/games.txt`).trim()).toBe('');
  });

  it.each([
    [
      'its list cannot be read',
      {
        aws: bucketAws.replace(
          "'s3 cp')",
          '\'s3 cp\') case "$*" in *"games.txt -") echo "Connect timeout" >&2; exit 1 ;; esac',
        ),
      },
    ],
    ['the program cannot be packed', { aws: bucketAws, tar: 'exit 1' }],
  ])('forgets no kept program when %s', (_, fakes) => {
    machine = instance(fakes);
    const list = `bucket/${settings.ARCHIVE_BUCKET}/${settings.STACK_NAME}/kept/games.txt`;
    const listed = '3 1.26.50.2 1762160000\n2 1.26.40.1 1762150000\n1 1.26.39.1 1762140000\n';
    mkdirSync(machine.path(dirname(list)), { recursive: true });
    writeFileSync(machine.path(list), listed);
    mkdirSync(machine.path('var/lib/bedrock'), { recursive: true });
    writeFileSync(machine.path(program('1.26.51.1')), '');
    expect(machine.boot().status).toBe(0);
    expect(machine.read(list)).toBe(listed);
    expect(machine.has(`bucket/${settings.ARCHIVE_BUCKET}/${settings.STACK_NAME}/kept/game-1.tar.gz`)).toBe(false);
  });

  it('starts no other version than a chosen one', () => {
    machine = keeping('1.26.50.2');
    expect(machine.boot({ GAME_VERSION: '1.26.40.1' }).status).toBe(1);
    machine.remove();
    machine = keeping('1.26.40.1');
    expect(machine.boot({ GAME_VERSION: '1.26.40.1' }).status).toBe(0);
  });
});
