import { afterEach, describe, expect, it } from '@jest/globals';
import { bucketAws, type ServerMachine, serverMachine } from '../../infra/game-server/world-files.ts';

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
