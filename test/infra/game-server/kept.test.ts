import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
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
      *kept/game.tar.gz.txt*) echo ${version} ;;
      *kept/game.tar.gz*) mkdir "$ROOT/kept" && touch "$ROOT/kept/bedrock_server-${version}" && tar -C "$ROOT/kept" -czf "\${@: -1}" . ;;
      *) echo 0 ;;
    esac`,
    docker: '[ "$1" != exec ] || grep -q DIRECT_DOWNLOAD_URL=kept "$ROOT/etc/bedrock.env"',
    ...fakes,
  });

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
    expect(machine.calls('docker save')).toEqual(['docker save game-server:kept']);
    const kept = `bucket/${settings.ARCHIVE_BUCKET}/${settings.STACK_NAME}/kept`;
    expect(machine.read(`${kept}/image.tar.gz.txt`)).toBe('sha256:1\n');
    expect(machine.read(`${kept}/game.tar.gz.txt`)).toBe('1.26.51.1\n');
    const listed = spawnSync('tar', ['--list', '--gzip', '--file', machine.path(`${kept}/game.tar.gz`)], {
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
  });

  it('starts no other version than a chosen one', () => {
    machine = keeping('1.26.50.2');
    expect(machine.boot({ GAME_VERSION: '1.26.40.1' }).status).toBe(1);
    machine.remove();
    machine = keeping('1.26.40.1');
    expect(machine.boot({ GAME_VERSION: '1.26.40.1' }).status).toBe(0);
  });
});
