import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Instance, instance } from './first-boot.ts';

let machine: Instance;
afterEach(() => machine?.remove());

const folder = 'infra/src/game-server';
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sh'));
const timeoutsOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .replaceAll(/^ *#.*$/gm, '')
    .match(/\btimeout .*/g) ?? [];

describe('the limits of commands that may hang', () => {
  it('are in the scripts of every server and of every game', () => {
    expect(scripts.length).toBeGreaterThanOrEqual(9);
    expect(scripts.flatMap(timeoutsOf).length).toBeGreaterThan(20);
  });

  it.each(scripts)('end with a kill in %s, because a command may ignore the first signal', (name) => {
    expect(timeoutsOf(name).filter((call) => !/^timeout -k 10 ["\d]/.test(call))).toEqual([]);
  });

  it('end a boot with a reason when the kernel holds its mount, which no signal ends', () => {
    machine = instance({
      // It outlives every wait of the boot, and ends by itself after the test.
      mount: 'exec /bin/sleep 15',
      // The boot waits a second in place of its 75.
      timeout: `case "$*" in *" 75 tail "*) set -- 1 "\${@:4}" ;; esac
        exec "$(PATH="\${PATH#*:}" command -v timeout)" "$@"`,
    });
    const began = performance.now();
    expect(machine.boot().status).toBe(1);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(machine.calls('curl').at(-1)).toContain(
      '"Status":"FAILURE","Reason":"Could not mount the world. The file system did not answer."',
    );
  });
});
