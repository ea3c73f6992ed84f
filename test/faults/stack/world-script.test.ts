import { renameSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { settings } from '../../infra/game-server/first-boot.ts';
import { type ServerMachine, serverMachine } from '../../infra/game-server/world-files.ts';

let machine: ServerMachine;
afterEach(() => machine?.remove());

const chosen = { WORLD_REQUEST: 'R1', WORLD_SOURCE: 'A1', WORLD_KNOWN: 'true' };
const files = {
  'level.dat': 'old',
  'levelname.txt': 'Old',
  'db/CURRENT': 'MANIFEST-000001\n',
  'db/MANIFEST-000001': 'manifest',
  'db/000002.ldb': 'old',
};
/** Says whether the server's disk holds a copy of a world, which would take the room of the next one. */
const hasCopy = () => ['archives', 'copy'].some((folder) => machine.has(`var/lib/world-${folder}`));
/** Begins and plays, as the game's unit does. */
function play(text: string) {
  expect(machine.command('begin').status).toBe(0);
  machine.writeWorld(text);
}
const prepare = (change: Partial<typeof settings> = {}) => machine.command('prepare', '', change);

describe('a stop of the game server', () => {
  it('warns the players, stops the game, archives the world, reads it back and tells the site', () => {
    machine = serverMachine({
      docker: 'case "$*" in *mc-monitor*) echo "127.0.0.1:19132 : version=1.26.52 online=2 max=10" ;; esac',
    });
    prepare();
    machine.write('world/state/version', '1.26.52\n');
    play('castle');
    expect(machine.command('stop', 'A7').status).toBe(0);
    expect(machine.archives()).toEqual(['A7.mcworld']);
    expect(machine.archiveText('A7')).toBe('castle');
    expect(hasCopy()).toBe(false);
    expect(machine.calls('aws s3 cp')[0]).toContain(' --metadata origin=server ');
    expect(machine.events('Archived')).toEqual([
      {
        stackName: settings.STACK_NAME,
        stackId: settings.STACK_ID,
        archiveId: 'A7',
        reason: 'stop',
        atSeconds: expect.any(Number),
        bytes: expect.any(Number),
        levelName: 'Our “castle”',
        version: '1.26.52',
        requestId: '',
      },
    ]);
    const calls = machine.calls().map((call) => call.split(' ').slice(0, 4).join(' '));
    expect(
      calls.filter((call) => /^(docker|sleep|systemctl|zip|aws s3)/.test(call)).map((call) => call.split('/')[0]),
    ).toEqual([
      'docker exec bedrock mc-monitor',
      'docker exec bedrock send-command',
      'sleep 20',
      'docker exec bedrock send-command',
      'sleep 10',
      'systemctl stop bedrock.service',
      'zip -q -1 -r',
      'aws s3 cp --region',
      'aws s3 cp --region',
    ]);
  });

  it('does not wait for a server without players', () => {
    machine = serverMachine();
    prepare();
    play('castle');
    machine.command('stop', 'A7');
    expect(machine.calls('sleep')).toEqual([]);
  });

  it.each([
    ['the game does not stop', { systemctl: '[ "$1" = stop ] && exit 1; exit 0' }, 'The game could not be stopped.'],
    ['the disk is full', { zip: 'echo "No space left" >&2; exit 15' }, 'The world could not be packed.'],
    [
      'the upload fails',
      { aws: 'case "$2" in put-events) echo 0 ;; *) exit 1 ;; esac' },
      'The backup could not be uploaded.',
    ],
    [
      'the bucket has something else',
      { aws: 'case "$2 $*" in put-events*) echo 0 ;; *" -") echo other ;; esac' },
      'The backup could not be read back.',
    ],
  ])('tells the site why there is no archive when %s', (_, fakes, reason) => {
    machine = serverMachine();
    prepare();
    play('castle');
    for (const [name, lines] of Object.entries(fakes)) machine.fake(name, lines);
    expect(machine.command('stop', 'A7').status).toBe(1);
    expect(machine.events('Archived')).toEqual([]);
    expect(machine.events('ArchiveFailed')).toEqual([expect.objectContaining({ archiveId: 'A7', reason })]);
    expect(machine.has('world/state/archived')).toBe(false);
    expect(hasCopy()).toBe(false);
    // The world is still there for the next try.
    expect(machine.worldText()).toBe('castle');
  });

  it('refuses a world without its manifest', () => {
    machine = serverMachine();
    prepare();
    play('castle');
    machine.write(`${machine.world}/db/CURRENT`, 'MANIFEST-000009\n');
    machine.command('stop', 'A7');
    expect(machine.events('ArchiveFailed')).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('level.dat or its manifest is missing') }),
    ]);
  });

  it.each([
    ['the file system is not mounted', 'world', 'The file system of the world is not mounted.'],
    ['there is no world', 'world/worlds', 'The server has no world yet.'],
  ])('says so at once when %s', (_, missing, reason) => {
    machine = serverMachine();
    prepare();
    rmSync(machine.path(missing), { recursive: true });
    expect(machine.command('stop', 'A7').status).toBe(1);
    expect(machine.events('ArchiveFailed')).toEqual([expect.objectContaining({ archiveId: 'A7', reason })]);
    expect(machine.calls('systemctl stop bedrock.service')).toHaveLength(1);
  });

  it('archives again for another stop, and not for the same one', () => {
    machine = serverMachine();
    prepare();
    play('castle');
    machine.command('stop', 'A7');
    machine.command('stop', 'A7');
    expect(machine.events('Archived')).toHaveLength(1);
    machine.command('stop', 'A8');
    expect(machine.archives()).toEqual(['A7.mcworld', 'A8.mcworld']);
  });
});

describe('the boot of a game server', () => {
  it('archives a world whose last stop has not archived it, before the game starts', () => {
    machine = serverMachine();
    machine.writeWorld('castle');
    expect(prepare({ WORLD_KNOWN: 'true' }).status).toBe(0);
    expect(machine.events('Archived')).toEqual([expect.objectContaining({ reason: 'boot' })]);
    const [archived = ''] = machine.archives();
    expect(machine.archiveText(archived.replace('.mcworld', ''))).toBe('castle');
  });

  it('does not archive again what the stop has archived', () => {
    machine = serverMachine();
    prepare();
    play('castle');
    machine.command('stop', 'A7');
    expect(prepare({ WORLD_KNOWN: 'true' }).status).toBe(0);
    expect(machine.archives()).toEqual(['A7.mcworld']);
  });

  it('does not start the game over a world that cannot be archived', () => {
    machine = serverMachine({ zip: 'exit 15' });
    machine.writeWorld('castle');
    expect(prepare({ WORLD_KNOWN: 'true' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The world could not be packed.'),
    });
    expect(hasCopy()).toBe(false);
    expect(machine.worldText()).toBe('castle');
  });

  it('refuses to begin an empty world in place of a known one', () => {
    machine = serverMachine();
    expect(prepare({ WORLD_KNOWN: 'true' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The world of this server is missing'),
    });
  });

  it('begins an empty world when there was none, and when the site asks for a new one', () => {
    machine = serverMachine();
    expect(prepare().status).toBe(0);
    expect(prepare({ WORLD_REQUEST: 'R1', WORLD_SOURCE: 'new', WORLD_KNOWN: 'true' }).status).toBe(0);
  });

  it('begins an empty world no more once the new one was played', () => {
    machine = serverMachine();
    const fresh = { WORLD_REQUEST: 'R1', WORLD_SOURCE: 'new', WORLD_KNOWN: 'true' };
    expect(prepare(fresh).status).toBe(0);
    // The game did not start.
    expect(prepare(fresh).status).toBe(0);
    play('isle');
    machine.command('stop', 'A7');
    expect(prepare(fresh).status).toBe(0);
    // The stack names another game by mistake, so its world is in another folder.
    renameSync(machine.path(machine.world), machine.path('world/worlds/world'));
    expect(prepare(fresh)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The world of this server is missing'),
    });
  });
});

describe('the choice of another world', () => {
  it('archives the present world, puts the chosen one in its place and tells the site', () => {
    machine = serverMachine();
    machine.writeWorld('castle');
    machine.putArchive('A1', files);
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old');
    expect(machine.events('WorldChanged')).toEqual([expect.objectContaining({ requestId: 'R1' })]);
    const [, boot = ''] = machine.archives();
    expect(machine.archiveText(boot.replace('.mcworld', ''))).toBe('castle');
    expect(machine.read('world/worlds/.request').trim()).toBe('R1');
  });

  it('may be larger than any world from elsewhere when a server has packed it', () => {
    machine = serverMachine();
    // Every world is too large for these limits.
    const script = machine.read('usr/local/bin/world');
    machine.write(
      'usr/local/bin/world',
      script.replace('max_bytes=$((4 << 30))', 'max_bytes=4').replace('=50000', '=2'),
    );
    prepare();
    play('castle');
    machine.command('stop', 'A1');
    play('ruin');
    machine.command('stop', 'A2');
    expect(prepare(chosen)).toMatchObject({ status: 0, stderr: '' });
    expect(machine.worldText()).toBe('castle');
    // The world was never on the disk of the server, beside its archive.
    expect(machine.calls('runuser').at(-1)).toContain(` -d ${machine.path('world/incoming/Bedrock level')}`);
    // The same file from elsewhere is refused, because nobody knows who has packed it.
    rmSync(machine.path(`bucket/archives/${settings.STACK_NAME}/A1.mcworld.origin`));
    expect(prepare({ ...chosen, WORLD_REQUEST: 'R2' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('too many files'),
    });
  });

  it('is refused when the file system has not taken all of a world that a server has packed', () => {
    machine = serverMachine();
    prepare();
    play('castle');
    machine.command('stop', 'A1');
    machine.fake(
      'runuser',
      'while [ "$1" != -- ]; do shift; done; shift; "$@"; truncate -s 1 "${@: -1}/db/000005.ldb"',
    );
    expect(prepare(chosen)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('could not be written to the file system'),
    });
    expect(machine.worldText()).toBe('castle');
  });

  it('is applied once, so that a later start goes on with the world as it was left', () => {
    machine = serverMachine();
    machine.writeWorld('castle');
    machine.putArchive('A1', files);
    prepare(chosen);
    play('old, and a tower');
    machine.command('stop', 'A7');
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old, and a tower');
    // The first news of it may have been lost.
    expect(machine.events('WorldChanged').map(({ requestId }) => requestId)).toEqual(['R1', 'R1']);
  });

  it('takes a world whose files are in a folder of the archive', () => {
    machine = serverMachine();
    machine.putArchive(
      'A1',
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`My world/${name}`, text])),
    );
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old');
  });

  it('replaces a damaged world, which cannot be archived and stays on the file system', () => {
    machine = serverMachine();
    machine.write(`${machine.world}/level.dat`, 'half');
    machine.putArchive('A1', files);
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old');
    expect(machine.read('world/damaged-1800000000/Bedrock level/level.dat')).toBe('half');
  });

  it.each([
    ['is no world', { 'readme.txt': 'hello' }, 'no level.dat'],
    ['writes outside its folder', { ...files, '../../etc/cron.d/evil': 'evil' }, 'outside its folder'],
    ['has an absolute path', { ...files, '/etc/passwd': 'evil' }, 'outside its folder'],
    ['has a path of Windows', { ...files, '..\\evil': 'evil' }, 'outside its folder'],
    ['has a link', { ...files, link: '->/etc/passwd' }, 'has a link'],
    ['is a bomb', { ...files, 'db/000009.ldb': 'size 9000000000' }, 'too large'],
    ['has no manifest', { ...files, 'db/CURRENT': 'MANIFEST-9\n' }, 'is damaged'],
  ])('leaves the present world in place when the archive %s', (_, archive, reason) => {
    machine = serverMachine();
    machine.writeWorld('castle');
    machine.putArchive('A1', archive);
    expect(prepare(chosen)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
    expect(machine.worldText()).toBe('castle');
    expect(hasCopy()).toBe(false);
  });

  it('resumes a boot that was interrupted between its two moves', () => {
    machine = serverMachine();
    machine.writeWorld('castle', 'world/replaced-1/Bedrock level');
    machine.writeWorld('old', 'world/incoming/Bedrock level');
    machine.write('world/incoming/.request', 'R1\n');
    machine.write('world/state/archived', 'A7\n');
    expect(prepare(chosen).status).toBe(0);
    expect(machine.worldText()).toBe('old');
    // The site hears of it now, and the world that was replaced is in the bucket.
    expect(machine.events('WorldChanged')).toEqual([expect.objectContaining({ requestId: 'R1' })]);
    expect(machine.has('world/replaced-1')).toBe(false);
  });
});
