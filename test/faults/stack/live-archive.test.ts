import { afterEach, describe, expect, it } from '@jest/globals';
import type { GameId } from 'shared-types/rules/stack/game';
import { settings } from '../../infra/game-server/first-boot.ts';
import { killGroup, leadingItsGroup } from '../../infra/game-server/kill-points.ts';
import { bucketAws, type ServerMachine, serverMachine, worldKinds } from '../../infra/game-server/world-files.ts';

let machine: ServerMachine;
afterEach(() => machine?.remove());

/** Says whether the server's disk holds a copy of a world, which would take the room of the next one. */
const hasCopy = () => ['archives', 'copy'].some((folder) => machine.has(`var/lib/world-${folder}`));
/** Begins and plays, as the game's unit does. */
function play(text: string) {
  expect(machine.command('prepare').status).toBe(0);
  expect(machine.command('begin').status).toBe(0);
  machine.writeWorld(text);
}

/** Imitates a game that names these files as ready. */
const docker = (ready: string) =>
  `case "$*" in *logs*) printf 'Data saved. Files are now ready to be copied.\\n%s\\n' '${ready}' ;; esac`;

describe('an archive of a running game', () => {
  const listed = 'Bedrock level/level.dat:4, Bedrock level/db/CURRENT:16, Bedrock level/db/MANIFEST-000004:8';
  it('has the listed files at their listed lengths, and lets the game write again', () => {
    machine = serverMachine({ docker: docker(listed) });
    play('castle');
    expect(machine.command('live', 'A9').status).toBe(0);
    // The game has written beyond the length that it has named.
    expect(machine.archiveText('A9')).toBe('cast');
    expect(machine.events('Archived')).toEqual([expect.objectContaining({ archiveId: 'A9', reason: 'live' })]);
    expect(machine.calls('docker exec bedrock send-command').map((call) => call.split(' ').slice(4).join(' '))).toEqual(
      ['save hold', 'save query', 'save resume'],
    );
    // The game changes the world further, so the present one has no archive.
    expect(machine.has('world/state/archived')).toBe(false);
    expect(hasCopy()).toBe(false);
  });

  it.each([
    ['cannot be packed', { zip: 'exit 15' }],
    ['cannot be uploaded', { aws: 'case "$2" in put-events) echo 0 ;; *) exit 1 ;; esac' }],
    ['has news that the site refuses', { aws: bucketAws.replace('echo 0', 'echo 1') }],
  ])('leaves no copy on the disk when it %s', (_, fakes) => {
    machine = serverMachine({ docker: docker(listed), ...fakes });
    play('castle');
    expect(machine.command('live', 'A9').status).toBe(1);
    expect(hasCopy()).toBe(false);
  });

  it.each([
    ['a file is shorter', listed.replace('dat:4', 'dat:9'), 'shorter than the game says'],
    ['a file lies elsewhere', `../../../evil:4, ${listed}`, 'outside its world'],
    ['the game gets no files ready', '', 'did not get its files ready'],
  ])('lets the game write again when %s', (_, ready, reason) => {
    machine = serverMachine({ docker: docker(ready) });
    play('castle');
    expect(machine.command('live', 'A9').status).toBe(1);
    expect(machine.calls('docker exec bedrock send-command save').at(-1)).toMatch(/save resume$/);
    expect(machine.events('ArchiveFailed')).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(reason) }),
    ]);
    expect(hasCopy()).toBe(false);
  });
});

/** The add-ons of a world, and the answers of a game whose world is archived while it runs. */
const addOns: Record<GameId, { packs: Record<string, string>; docker: string }> = {
  bedrock: {
    packs: {
      'behavior_packs/Laterne/manifest.json': '{"format_version":2}',
      'resource_packs/Laterne/textures/lamp.png': 'png',
      'world_behavior_packs.json': '[{"pack_id":"7d"}]',
      'world_resource_packs.json': '[{"pack_id":"8e"}]',
    },
    docker: docker('Bedrock level/level.dat:6, Bedrock level/db/CURRENT:16, Bedrock level/db/MANIFEST-000004:8'),
  },
  java: {
    packs: { 'datapacks/lamp/pack.mcmeta': '{"pack":{}}', 'datapacks/tree.zip': 'zip' },
    docker: `case "$*" in *'save-all flush') echo 'Saved the game' ;; esac`,
  },
};

it.each(['bedrock', 'java'] as const)('an uploaded world of %s keeps its add-ons, also in each backup', (game) => {
  const { packs, docker: answers } = addOns[game];
  machine = serverMachine({ docker: answers }, game);
  const files = Object.entries({ ...worldKinds[game].files('castle'), ...packs });
  machine.putArchive(
    'U1',
    Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content).toString('latin1')])),
  );
  const chosen = { WORLD_REQUEST: 'R1', WORLD_SOURCE: 'U1' };
  expect(machine.command('prepare', '', chosen).status).toBe(0);
  for (const [name, content] of Object.entries(packs)) expect(machine.read(`${machine.world}/${name}`)).toBe(content);
  expect(machine.command('begin').status).toBe(0);
  for (const [mode, archiveId] of [
    ['live', 'A1'],
    ['stop', 'A2'],
  ] as const) {
    expect(machine.command(mode, archiveId).status).toBe(0);
    expect(machine.archiveText(archiveId)).toBe('castle');
    expect(JSON.parse(machine.read(`bucket/archives/${settings.STACK_NAME}/${archiveId}.mcworld`))).toMatchObject(
      packs,
    );
  }
});

/** What each game is told: to save no more by itself, to get its files ready, and to save by itself again. */
const orders: Record<GameId, { hold: string; ready: string; again: string }> = {
  bedrock: { hold: 'save hold', ready: 'save query', again: 'save resume' },
  java: { hold: 'save-off', ready: 'save-all flush', again: 'save-on' },
};

/** The game saves, unless it holds its saves. */
function saves(text: string) {
  if (!machine.has('holds')) machine.writeWorld(text);
}
const minute = () => machine.run(machine.path('usr/local/bin/stop-when-idle'), settings);

describe.each(['bedrock', 'java'] as const)('a running game of %s whose archive is killed', (game) => {
  const { hold, ready, again } = orders[game];
  const killed = `case "$*" in
*'${hold}') touch "$ROOT/holds" ;;
*'${again}') rm -f "$ROOT/holds" ;;
*'${ready}') ${killGroup} ;;
esac`;
  const saysAgain = () => machine.calls(`docker exec ${game}`).filter((call) => call.endsWith(again));

  it('saves again in the next minute without an archive in progress', () => {
    machine = serverMachine({ docker: killed }, game);
    play('castle');
    const script = 'usr/local/bin/world';
    machine.write(script, leadingItsGroup(machine.read(script)));
    expect(machine.command('live', 'A9').signal).toBe('SIGKILL');
    saves('castle, and a tower');
    expect(machine.worldText()).toBe('castle');

    machine.fake('flock', 'exit 1');
    minute();
    expect(saysAgain()).toEqual([]);
    machine.fake('flock', '');
    minute();
    saves('castle, and a tower');
    expect(machine.command('stop', 'A8').status).toBe(0);
    expect(machine.archiveText('A8')).toBe('castle, and a tower');

    minute();
    expect(saysAgain()).toHaveLength(1);
  });

  it('saves again in a later minute when it does not answer in the first one', () => {
    machine = serverMachine({ docker: killed.replace('rm -f "$ROOT/holds"', 'exit 1') }, game);
    play('castle');
    machine.write('run/world-held', '');
    minute();
    machine.fake('docker', killed);
    minute();
    minute();
    expect(saysAgain()).toHaveLength(2);
  });
});
