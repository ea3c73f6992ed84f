import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { type Instance, instance, settings } from './first-boot.ts';

let machine: Instance;
let minutes: number;
beforeEach(() => {
  minutes = 0;
  machine = instance({ aws: 'echo 0' });
  machine.boot();
});
afterEach(() => machine.remove());

const environment = () =>
  Object.fromEntries(
    machine
      .read('etc/game-server.env')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Runs the timer again, this number of minutes later, with what the game answers when asked. */
function after(passed: number, answer: string) {
  machine.fake('docker', answer);
  minutes += passed;
  machine.fake('date', `[ "$1" = +%s ] && echo ${1_800_000_000 + minutes * 60}`);
  return machine.run(machine.path('usr/local/bin/stop-when-idle'), environment()).status;
}
const playing = (players: number) => `echo "127.0.0.1:19132 : version=1.26.52 online=${players} max=10"`;
const silent = 'echo "failed to ping" >&2; exit 1';

const Entries = z.tuple([z.object({ Source: z.string(), DetailType: z.string(), Detail: z.string() })]);
const entryOf = (call: string) => Entries.parse(JSON.parse(/--entries (\[.*\])$/.exec(call)?.[1] ?? ''))[0];
const saidOf = (type: string) => machine.calls('aws').filter((call) => entryOf(call).DetailType === type);
const asked = () => saidOf('Idle');
const counted = () => saidOf('Players').map((call): unknown => JSON.parse(entryOf(call).Detail));

/** The part of the game's log in the last report. */
const sent = () => z.object({ log: z.base64().optional() }).parse(counted().at(-1)).log;
const textOf = (base64 = '') => Buffer.from(base64, 'base64').toString('utf8');
/** Docker, with a game that has this log. */
const logging = (text: string[], online: number) =>
  `case "$1" in exec) ${playing(online)} ;; logs) cat <<'LOG'\n${text.join('\n')}\nLOG\n;; esac`;

describe('a server without players', () => {
  it('requests a stop with its own name each minute after its idle minutes', () => {
    after(1, playing(0));
    after(39, playing(0));
    expect(asked()).toEqual([]);
    after(1, playing(0));
    after(1, playing(0));
    expect(asked()).toHaveLength(2);
    const entry = entryOf(asked()[0] ?? '');
    expect(entry).toMatchObject({ Source: 'home-page.game-server', DetailType: 'Idle' });
    expect(asked()[0]).toContain(` --region ${settings.REGION} `);
    expect(JSON.parse(entry.Detail)).toEqual({ stackName: settings.STACK_NAME, stackId: settings.STACK_ID });
  });

  it('restarts the count when a player joins', () => {
    after(1, playing(0));
    after(25, playing(2));
    after(25, playing(1));
    after(39, playing(0));
    expect(asked()).toEqual([]);
    after(1, playing(0));
    expect(asked()).toHaveLength(1);
  });

  it('does not count a silent game as played', () => {
    after(1, playing(0));
    after(20, silent);
    after(20, silent);
    expect(asked()).toHaveLength(1);
  });

  it('keeps running when its commands and its disk fail', () => {
    expect(machine.read('usr/local/bin/game')).toMatch(/ timeout -k 10 \d+ docker exec bedrock mc-monitor /);
    expect(machine.read('usr/local/bin/send-event')).toMatch(/\(timeout -k 10 \d+ aws /);
    expect(machine.read('etc/systemd/system/stop-when-idle.service')).toMatch(/^TimeoutStartSec=115$/m);
    after(1, playing(1));
    expect(machine.has('run/stop-when-idle/last-played')).toBe(true);
  });

  it('queries the game each minute inside its container', () => {
    const timer = machine.read('etc/systemd/system/stop-when-idle.timer');
    expect(timer).toMatch(/^OnActiveSec=60$/m);
    expect(timer).toMatch(/^OnUnitActiveSec=60$/m);
    expect(timer).toMatch(/^WantedBy=timers\.target$/m);
    after(1, playing(1));
    expect(machine.calls('docker')).toContain('docker exec bedrock mc-monitor status-bedrock');
  });

  it('sends the newest lines about players, without those that players write, while someone is on', () => {
    const time = '2026-07-03T20:14:03.123456789Z';
    const line = (text: string) => `${time} [2026-07-03 20:14:03:123 INFO] ${text}`;
    const lines = [
      line('Starting Server'),
      line('Player connected: 小明 "B", xuid: 1'),
      line('Player disconnected: Bo, xuid: 2'),
    ];
    const others = [
      line('<Bo> Player connected: Eve, xuid: 3'),
      line('Server started.'),
      `${time} Player connected: Eve`,
    ];
    after(1, logging([...lines, ...others], 2));
    expect(textOf(sent())).toBe(`${lines.join('\n')}\n`);
    expect(machine.calls('docker').at(-1)).toBe('docker logs --timestamps bedrock');
    after(1, logging(lines, 0));
    expect(sent()).toBeUndefined();
    const many = Array.from({ length: 2000 }, (_, index) =>
      line(`Player connected: ${'n'.repeat(60)}${index}, xuid: 4`),
    );
    after(1, logging(many, 2));
    expect(sent()?.length).toBeLessThanOrEqual(40_000);
    expect(textOf(sent()).endsWith(`${many.at(-1)}\n`)).toBe(true);
  });

  it('reports a failed query and tries again a minute later', () => {
    after(1, playing(0));
    machine.fake('aws', 'echo "could not connect" >&2; exit 255');
    expect(after(40, playing(0))).toBe(1);
    machine.fake('aws', 'echo 1');
    expect(after(1, playing(0))).toBe(1);
    machine.fake('aws', 'echo 0');
    expect(after(1, playing(0))).toBe(0);
    expect(asked()).toHaveLength(3);
  });

  it('reports the players and the last play time each minute until it requests a stop', () => {
    const begun = 1_800_000_060;
    after(1, playing(0));
    after(1, playing(12));
    after(1, silent);
    after(40, playing(0));
    const { STACK_NAME: stackName, STACK_ID: stackId } = settings;
    const of = (said: object) => ({ stackName, stackId, idleMinutes: 40, ...said });
    expect(counted()).toEqual([
      of({ atSeconds: begun, online: 0, lastPlayedSeconds: begun }),
      of({ atSeconds: begun + 60, online: 12, lastPlayedSeconds: begun + 60 }),
      of({ atSeconds: begun + 120, online: null, lastPlayedSeconds: begun + 60 }),
    ]);
    expect(asked()).toHaveLength(1);
  });
});
