import { cpSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, expect, it, jest } from '@jest/globals';
import { consoleCommand } from 'infra/game-server/documents/console-document';
import type { GameId } from 'shared-types/rules/stack/game';
import { killGroup, leadGroup } from '../../infra/game-server/kill-points.ts';
import { type ServerMachine, serverMachine } from '../../infra/game-server/world-files.ts';

jest.setTimeout(900_000);

let machine: ServerMachine;
afterEach(() => machine?.remove());

/** What a command does at its kill: those that write a text have written half of it. */
const half = {
  text: (name: string) => `text=$(${name} "$@"); printf '%s' "\${text:0:$((\${#text} / 2))}"`,
  copy: 'to=${@: -1}; [ ! -d "$to" ] || to=$to/$(basename "$1"); [ ! -e "$1" ] || printf "[" >"$to"',
};

/**
 * Numbers a command, and then does its work. At the number in the file `fault` it does half of that, and everything is killed. The
 * commands of a pipe run at once, so each finds its number in its own line.
 */
const killable = (work: string, halfOfIt = ':') => `
PATH="\${PATH#*:}"
echo $$ >>"$ROOT/steps"
step=$(grep -nx $$ "$ROOT/steps")
if [ "\${step%%:*}" = "$(cat "$ROOT/fault")" ]; then
  ${halfOfIt}
  ${killGroup}
fi
${work}`;

const texts = ['sed', 'paste', 'tac', 'awk'];
const others = ['base64', 'mkdir', 'mv', 'rm', 'cmp', 'touch', 'grep'];
const killables: Record<string, string> = { cp: killable('exec cp "$@"', half.copy) };
for (const name of texts) killables[name] = killable(`exec ${name} "$@"`, half.text(name));
for (const name of others) killables[name] = killable(`exec ${name} "$@"`);

interface Played {
  /** The console of the game, which has its own lists in files of the folder `game`. */
  docker: string;
  files: string[];
  /** Says what the running game has in force. */
  inForce: () => unknown;
}

const names = (file: string) =>
  [...machine.read(file).matchAll(/"(?:name|xuid)": ?"([^"]*)"/g)].map(([, name]) => name);
const played: Record<GameId, Played> = {
  bedrock: {
    docker: `
case "$*" in
logs*) echo 'x INFO] Player connected: Ann, xuid: 42, pfid: x'; echo 'x INFO] Player connected: Old, xuid: 7, pfid: x' ;;
*'allowlist reload') cp "$ROOT/var/lib/bedrock/allowlist.json" "$ROOT/in-force-allowed" ;;
*'permission reload') cp "$ROOT/var/lib/bedrock/permissions.json" "$ROOT/in-force-operators" ;;
*'allowlist on' | *'allowlist off') echo "\${*: -1}" >"$ROOT/in-force-mode" ;;
esac`,
    files: ['allowlist.json', 'permissions.json'],
    inForce: () => [
      machine.read('in-force-mode').trim().replace('allowlist ', ''),
      names('in-force-allowed'),
      names('in-force-operators').map((id) => (id === '42' ? 'Ann' : id)),
    ],
  },
  java: {
    docker: `
line=\${*: -1} name=\${line##* }
case "$line" in
'whitelist on' | 'whitelist off') echo "$name" >"$ROOT/in-force-mode" ;;
'whitelist add '*) echo "{\\"name\\": \\"$name\\"}" >>"$ROOT/var/lib/java/whitelist.json" ;;
'whitelist remove '*) sed -i "/\\"$name\\"/d" "$ROOT/var/lib/java/whitelist.json" ;;
'op '*) echo "{\\"name\\": \\"$name\\"}" >>"$ROOT/var/lib/java/ops.json" ;;
'deop '*) sed -i "/\\"$name\\"/d" "$ROOT/var/lib/java/ops.json" ;;
esac`,
    files: ['whitelist.json', 'ops.json'],
    inForce: () => [
      machine.read('in-force-mode').trim(),
      names('var/lib/java/whitelist.json'),
      names('var/lib/java/ops.json'),
    ],
  },
};

const document = (lists: string) =>
  consoleCommand
    .join('\n')
    .replace('{{ Verb }}', 'players')
    .replace('{{ Data }}', Buffer.from(lists, 'utf8').toString('base64'));

/** Sends lists. At the command of this number everything is killed. Returns whether the document has ended by itself. */
function send(lists: string, killAt: number): boolean {
  machine.write('script.sh', `${leadGroup}\n${document(lists)}`);
  machine.write('fault', String(killAt));
  machine.write('steps', '');
  return machine.run(machine.path('script.sh')).status !== null;
}

const settings = () =>
  Object.fromEntries(
    readdirSync(machine.path('world/settings')).map((name) => [name, machine.read(`world/settings/${name}`)]),
  );

const older = 'off\nsent 1\nallowed Old\noperator Old';
const wanted = (sent: number) => `on\nsent ${sent}\nallowed Ann\nallowed Bob\noperator Ann`;

it.each(['bedrock', 'java'] as const)(
  'the lists of a %s server are whole after a kill at each command, and those wanted after the next one',
  (game) => {
    const { docker, files, inForce } = played[game];
    let kills = 0;
    machine = serverMachine({ ...killables, docker: killable(docker) }, game);
    machine.write('var/lib/java/whitelist.json', '{"name": "Old"}\n');
    send(older, 0);
    const before = settings();
    const parts = ['world', 'var'];
    for (const part of parts) cpSync(machine.path(part), machine.path(`before/${part}`), { recursive: true });
    for (let isKilled = true; isKilled;) {
      for (const part of parts) {
        rmSync(machine.path(part), { recursive: true });
        cpSync(machine.path(`before/${part}`), machine.path(part), { recursive: true });
      }
      isKilled = !send(wanted(2), kills + 1);
      const after = settings();
      send(wanted(3), 0);
      const end = settings();
      const label = `${game}, killed at ${kills + 1}`;
      // Everything but the time of the command.
      for (const name of Object.keys(before).filter((each) => each !== 'lists-sent'))
        expect({ label, name, isWhole: [before[name], end[name]].includes(after[name]) }).toMatchObject({
          isWhole: true,
        });
      expect({ label, inForce: inForce() }).toEqual({ label, inForce: ['on', ['Ann', 'Bob'], ['Ann']] });
      expect(end).toMatchObject({
        'lists-sent': '3\n',
        'allow-list': 'on\n',
        allowed: 'Ann\nBob\n',
        operators: 'Ann\n',
      });
      for (const file of files) expect(end[file]).toBe(machine.read(`var/lib/${game}/${file}`));
      expect(Object.keys(end).filter((name) => name.endsWith('.new'))).toEqual([]);
      if (isKilled) kills += 1;
    }
    expect(kills).toBeGreaterThan(20);
  },
);
