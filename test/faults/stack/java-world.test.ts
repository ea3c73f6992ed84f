import { afterEach, describe, expect, it } from '@jest/globals';
import type { settings } from '../../infra/game-server/first-boot.ts';
import { type ServerMachine, serverMachine, worldKinds } from '../../infra/game-server/world-files.ts';

let machine: ServerMachine;
afterEach(() => machine?.remove());

const chosen = { WORLD_REQUEST: 'R1', WORLD_SOURCE: 'A1', WORLD_KNOWN: 'true' };
const java = (fakes: Record<string, string> = {}) => serverMachine(fakes, 'java');
const prepare = (change: Partial<typeof settings> = {}) => machine.command('prepare', '', change);
function play(text: string) {
  expect(machine.command('begin').status).toBe(0);
  machine.writeWorld(text);
}
/** Returns the files of a world as an archive has them. */
const filesOf = (game: keyof typeof worldKinds, text: string) =>
  Object.fromEntries(
    Object.entries(worldKinds[game].files(text)).map(([name, content]) => [
      name,
      Buffer.from(content).toString('latin1'),
    ]),
  );

describe('the world of a Java server', () => {
  it('is archived at a stop, without the lock of the game', () => {
    machine = java({ docker: 'case "$*" in *mc-monitor*) echo "x : version=26.1.2 online=2 max=7 motd=\'\'" ;; esac' });
    prepare();
    machine.write('world/state/version', '26.1.2\n');
    play('castle');
    expect(machine.command('stop', 'A7').status).toBe(0);
    expect(machine.archiveText('A7')).toBe('castle');
    expect(machine.events('Archived')).toEqual([
      expect.objectContaining({ archiveId: 'A7', reason: 'stop', levelName: '', version: '26.1.2' }),
    ]);
    expect(machine.calls('zip')[0]).toMatch(/ \. -x session\.lock$/);
    expect(machine.calls('docker exec java rcon-cli').map((call) => call.split(' -- ')[1])).toEqual([
      'say The server stops in 30 seconds.',
      'say The server stops in 10 seconds.',
    ]);
    expect(machine.calls('systemctl stop java.service')).toHaveLength(1);
  });

  it('is archived although nobody has joined, so that it has no region', () => {
    machine = java();
    prepare();
    machine.command('begin');
    machine.write(`${machine.world}/level.dat`, worldKinds.java.files('empty')['level.dat'] ?? '');
    expect(machine.command('stop', 'A7').status).toBe(0);
    expect(prepare({ WORLD_KNOWN: 'true' }).status).toBe(0);
  });

  it('is replaced by the world of a backup, which is not applied twice', () => {
    machine = java();
    machine.writeWorld('castle');
    machine.putArchive('A1', filesOf('java', 'old'));
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old');
    play('old, and a tower');
    machine.command('stop', 'A7');
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old, and a tower');
  });

  it.each([
    [
      'is a world of Bedrock Edition',
      filesOf('bedrock', 'old'),
      'The chosen backup is a world of Minecraft Bedrock. This server runs Minecraft Java.',
    ],
    [
      'has half a level.dat',
      { 'level.dat': filesOf('java', 'old')['level.dat']?.slice(0, 12) ?? '' },
      'is damaged: its level.dat is missing or cut off',
    ],
    ['is no world', { 'readme.txt': 'hello' }, 'no level.dat'],
    ['writes outside its folder', { ...filesOf('java', 'old'), '../../etc/cron.d/evil': 'evil' }, 'outside its folder'],
    ['has a link', { ...filesOf('java', 'old'), link: '->/etc/passwd' }, 'has a link'],
  ])('stays in place when the backup %s', (_, archive, reason) => {
    machine = java();
    machine.writeWorld('castle');
    machine.putArchive('A1', archive);
    expect(prepare(chosen)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
    expect(machine.worldText()).toBe('castle');
  });

  it('begins with an allow list without names when the page has changed it since the last game', () => {
    machine = java();
    machine.writeWorld('castle');
    const [list, mode] = ['world/settings/whitelist.json', 'world/settings/allow-list'];
    machine.write(list, '["Griefer"]');
    expect(prepare().status).toBe(0);
    expect(machine.read(list)).toBe('["Griefer"]');
    expect(machine.has(mode)).toBe(false);
    expect(prepare({ ALLOW_LIST: 'on' }).status).toBe(0);
    expect([machine.read(list), machine.read(mode)]).toEqual(['[]\n', 'on\n']);
    expect(prepare({ ALLOW_LIST: 'off' }).status).toBe(0);
    expect(machine.read(mode)).toBe('off\n');
  });

  it('is not found where the world of the other game is, which stays on the file system', () => {
    machine = java();
    machine.writeWorld('castle', worldKinds.bedrock.world);
    expect(prepare({ WORLD_KNOWN: 'true' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The world of this server is missing'),
    });
    expect(machine.has(`${worldKinds.bedrock.world}/level.dat`)).toBe(true);
  });
});

it.each(['region', 'dimensions/minecraft/overworld/region'])(
  'a Bedrock server refuses a world of Java Edition with its %s',
  (region) => {
    machine = serverMachine();
    machine.writeWorld('castle');
    machine.putArchive('A1', { 'level.dat': filesOf('java', 'old')['level.dat'] ?? '', [`${region}/r.0.0.mca`]: 'x' });
    expect(prepare(chosen)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'The chosen backup is a world of Minecraft Java. This server runs Minecraft Bedrock.',
      ),
    });
    expect(machine.worldText()).toBe('castle');
  },
);

/** Imitates a game that answers to these commands. */
const game = (flush: string, off = 'exit 0') =>
  `case "$*" in *'-- save-all flush') ${flush} ;; *'-- save-off') ${off} ;; esac`;
const saved = 'echo "Saving the game (this may take a moment!)"; echo "Saved the game"';
const typed = () => machine.calls('docker exec java rcon-cli -- ').map((call) => call.split(' -- ')[1]);

describe('an archive of a running Java game', () => {
  it('is made while the game does not save, which then saves again', () => {
    machine = java({ docker: game(saved) });
    prepare();
    play('castle');
    expect(machine.command('live', 'A9').status).toBe(0);
    expect(machine.archiveText('A9')).toBe('castle');
    expect(machine.events('Archived')).toEqual([expect.objectContaining({ archiveId: 'A9', reason: 'live' })]);
    expect(typed()).toEqual(['save-off', 'save-all flush', 'save-on']);
    // The game changes the world further, so the present one has no archive.
    expect(machine.has('world/state/archived')).toBe(false);
    expect(machine.has('var/lib/world-copy')).toBe(false);
  });

  it.each([
    ['it does not save its world', { docker: game('echo "Unknown command"') }, 'The game did not save its world.'],
    ['it does not answer', { docker: game('exit 1', 'exit 1') }, 'The game is not responding.'],
    [
      'the saving hangs',
      { docker: game(saved), timeout: 'shift 2; case "$1" in 130) exit 124 ;; esac; shift; exec "$@"' },
      'The game did not save its world.',
    ],
    [
      'the disk is full',
      { docker: game(saved), cp: '[ "$1" = -r ] && exit 1; exec /bin/cp "$@"' },
      'The world could not be copied.',
    ],
    ['it cannot be packed', { docker: game(saved), zip: 'exit 15' }, 'The world could not be packed.'],
  ])('ends with the game saving again when %s', (_, fakes, reason) => {
    machine = java();
    prepare();
    play('castle');
    for (const [name, lines] of Object.entries(fakes)) machine.fake(name, lines);
    expect(machine.command('live', 'A9').status).toBe(1);
    expect(typed().at(-1)).toBe('save-on');
    expect(machine.events('ArchiveFailed')).toEqual([expect.objectContaining({ archiveId: 'A9', reason })]);
    expect(machine.worldText()).toBe('castle');
  });
});
