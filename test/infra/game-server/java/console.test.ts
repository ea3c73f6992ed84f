import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { consoleCommand } from 'infra/game-server/documents/console-document';
import { serverMachine, type ServerMachine } from '../world-files.ts';

let machine: ServerMachine;
afterEach(() => machine.remove());

/** Imitates the console of the game: it knows the players Ann_B and Bob, and has its lists in files. */
const docker = `
printf '%s\\0' "$@" >>"$ROOT/arguments"
case "$*" in
*'rcon-cli -- whitelist add Unknown_C') echo 'That player does not exist' ;;
*'rcon-cli -- list') printf 'There are \\033[33m1\\033[0m of a max of 7 players online: Ann_B\\n' ;;
logs*) echo 'the log' ;;
esac`;

/** Runs the document as the agent does: it writes the parameters into the text, and runs that with sh. */
function run(verb: string, data: string, fake = docker) {
  machine = serverMachine({ docker: fake }, 'java');
  setUp(verb, data);
  return machine.run(machine.path('script.sh'));
}

/** Writes the document, and the lists of the game. */
function setUp(verb: string, data: string) {
  machine.write('script.sh', consoleCommand.join('\n').replace('{{ Verb }}', verb).replace('{{ Data }}', data));
  machine.write(
    'var/lib/java/whitelist.json',
    JSON.stringify(
      [
        { uuid: 'u', name: 'Bob' },
        { uuid: 'v', name: 'Old' },
      ],
      null,
      2,
    ),
  );
  machine.write('var/lib/java/ops.json', JSON.stringify([{ uuid: 'v', name: 'Old', level: 4 }], null, 2));
}
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const typed = () =>
  machine.calls('docker exec java rcon-cli -- ').map((call) => call.replace('docker exec java rcon-cli -- ', ''));

describe('the console of a Java server', () => {
  it('prints the log, and the answer of the game without its colors', () => {
    expect(run('log', '').stdout).toBe('the log\n');
    machine.remove();
    expect(run('command', base64('list'))).toMatchObject({
      status: 0,
      stdout: 'There are 1 of a max of 7 players online: Ann_B\n',
    });
  });

  it.each(['say Grüße, 你好 🙂', `kick "O'Neil; rm -rf /"`, 'say $(reboot) `reboot` \\n % * ~', '--help', '-n'])(
    'types a command as one argument that is no option: %s',
    (line) => {
      expect(run('command', base64(line)).status).toBe(0);
      expect(machine.read('arguments').split('\0').slice(0, 5)).toEqual(['exec', 'java', 'rcon-cli', '--', line]);
    },
  );

  it('adds and removes players until the lists are those of the page, and tells of names that it does not know', () => {
    const lists = 'on\nallowed bob\nallowed Ann_B\nallowed Unknown_C\nallowed 小明 B\nallowed @a\noperator Ann_B';
    const { status, stdout } = run('players', base64(lists));
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      'Unknown_C: That player does not exist',
      '小明 B is no name of a Java Edition player.',
      '@a is no name of a Java Edition player.',
    ]);
    expect(typed()).toEqual([
      'whitelist add Ann_B',
      'whitelist add Unknown_C',
      'whitelist on',
      'whitelist remove Old',
      'deop Old',
      'op Ann_B',
    ]);
    // The next server begins with the lists of this one.
    expect(machine.read('world/settings/ops.json')).toContain('Old');
    expect(machine.read('world/settings/allow-list')).toBe('on\n');
  });

  it('closes the list and takes rights away also when the game fails to look a name up', () => {
    const failing = `case "$*" in *'whitelist add Ann_B') exit 1 ;; esac${docker}`;
    const lists = 'on\nallowed Ann_B\nallowed Carl\noperator Carl';
    expect(run('players', base64(lists), failing)).toMatchObject({
      status: 1,
      stderr: 'The game is not running, or did not take every name in time.\n',
    });
    expect(typed()).toEqual([
      'whitelist add Ann_B',
      'whitelist add Carl',
      'whitelist on',
      'whitelist remove Bob',
      'whitelist remove Old',
      'deop Old',
      'op Carl',
    ]);
  });

  it('opens a list before it takes names away, because the game puts out whoever loses theirs', () => {
    expect(run('players', base64('off\noperator Ann_B'))).toMatchObject({ status: 0 });
    expect(typed()).toEqual(['whitelist off', 'deop Old', 'op Ann_B']);
  });

  it.each([
    ['every command hangs', ''],
    ['every change of the allow list hangs', 'case "$*" in *whitelist*) ;; *) exit 0 ;; esac'],
  ])(
    'tries to close the list and to take operators out of office within the time of the document when %s',
    (_, rest) => {
      const hang = 'echo $(($(cat "$ROOT/clock" 2>/dev/null || echo 0) + $3)) >"$ROOT/clock"; exit 124';
      machine = serverMachine({ timeout: `${rest}\n${hang}` }, 'java');
      setUp('players', base64('on\nallowed Ann_B\nallowed Carl\nallowed Dan\noperator Ann_B'));
      expect(machine.run(machine.path('script.sh')).status).toBe(1);
      const lines = machine.calls('timeout').map((call) => call.replace(/^.* -- /, ''));
      expect(lines).toEqual([
        'whitelist add Ann_B',
        'whitelist add Carl',
        'whitelist on',
        'whitelist remove Bob',
        'whitelist remove Old',
        'deop Old',
        'op Ann_B',
      ]);
      // The document has 60 seconds, ten of which may pass before an earlier change has ended.
      expect(machine.waitedSeconds()).toBeLessThanOrEqual(50);
    },
  );

  it('keeps a ban for the next game', () => {
    machine = serverMachine({}, 'java');
    machine.write('var/lib/java/banned-players.json', '["Griefer"]');
    machine.write('world/settings/whitelist.json', '[]');
    machine.command('end');
    rmSync(machine.path('var/lib/java/banned-players.json'));
    expect(machine.command('begin').status).toBe(0);
    expect(machine.read('var/lib/java/banned-players.json')).toBe('["Griefer"]');
  });

  it('keeps the lists while the game does not run', () => {
    const { status, stderr } = run('players', base64('on\nallowed Ann_B'), 'exit 1');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The game is not running, or did not take every name in time.\n',
    });
    expect(machine.read('world/settings/allowed')).toBe('Ann_B\n');
  });

  it.each([
    ['on', 'true', ''],
    ['off', 'false', ''],
    [undefined, 'true', 'Ann_B'],
  ])('begins the next game with the allow list of the page: %s', (mode, isOn, names) => {
    machine = serverMachine({}, 'java');
    machine.write('etc/java.env', 'EULA=TRUE\nENABLE_WHITELIST=true\nWHITELIST=Ann_B\n');
    machine.write('world/settings/whitelist.json', '[]');
    if (mode !== undefined) machine.write('world/settings/allow-list', `${mode}\n`);
    expect(machine.command('begin').status).toBe(0);
    expect(machine.read('etc/java.env')).toBe(`EULA=TRUE\nENABLE_WHITELIST=${isOn}\nWHITELIST=${names}\n`);
    expect(machine.read('var/lib/java/whitelist.json')).toBe('[]');
    // The game changes the list.
    expect(machine.calls('chown')).toEqual([`chown 1000:1000 ${machine.path('var/lib/java/whitelist.json')}`]);
  });
});
