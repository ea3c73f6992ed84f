import { describe, expect, it } from '@jest/globals';
import { maxNamedPlayers, namedPlayers } from 'lambdas/stack/players/named-players';
import type { GameId } from 'shared-types/rules/stack/game';

/** Each line is a minute later than the one before. */
const dated = (lines: string[]) =>
  lines.map((line, minute) => `2026-07-03T20:${String(minute % 60).padStart(2, '0')}:03.123456789Z ${line}`).join('\n');
const minuteOf = (sinceMs: number) => new Date(sinceMs).getUTCMinutes();
const on = (game: GameId, lines: string[]) =>
  namedPlayers(game, dated(lines)).map(({ name, sinceMs }) => `${name} ${minuteOf(sinceMs)}`);

const info = (text: string) => `[20:14:03] [Server thread/INFO]: ${text}`;
const uuid = (name: string) =>
  `[20:14:03] [User Authenticator #1/INFO]: UUID of player ${name} is 069a79f4-44e9-4726-a5be-fca90e38aaf5`;
const joined = (name: string) => [uuid(name), info(`${name} joined the game`)];

describe('the players whom the log of Minecraft Java names', () => {
  it.each<[string, string[], string[]]>([
    ['one who has joined', joined('Anna'), ['Anna 1']],
    ['several, the earliest first', [...joined('Zoe'), ...joined('Bo_1')], ['Zoe 1', 'Bo_1 3']],
    [
      'one whose team has words before the name',
      [
        uuid('Bo'),
        info('Bo[/203.0.113.9:53722] logged in with entity id 251 at (8.5, 64.0, 8.5)'),
        info('[Red] Bo joined the game'),
      ],
      ['Bo 1'],
    ],
    [
      'one whose address the game hides',
      [uuid('Bo'), info('Bo[IP hidden] logged in with entity id 251 at (8.5, 64.0, 8.5)')],
      ['Bo 1'],
    ],
    ['none who has left', [...joined('Anna'), info('Anna left the game')], []],
    ['none whose connection broke', [...joined('Anna'), info('Anna lost connection: Timed out')], []],
    [
      'one who came back, since then',
      [...joined('Anna'), info('Anna lost connection: Disconnected'), info('Anna left the game'), ...joined('Anna')],
      ['Anna 5'],
    ],
    [
      'none from before a start of the game',
      [...joined('Anna'), info('Starting minecraft server version 26.1.2'), ...joined('Bo')],
      ['Bo 4'],
    ],
    [
      'none who was refused after the look-up',
      [
        uuid('Eve'),
        info('Disconnecting Eve (/203.0.113.9:5): You are not white-listed on this server!'),
        info('Eve (/203.0.113.9:5) lost connection: You are not white-listed on this server!'),
      ],
      [],
    ],
    ['none whom the game has not looked up', [info('Bo joined the game')], []],
  ])('are %s', (_, lines, expected) => {
    expect(on('java', lines)).toEqual(expected);
  });

  it.each([
    ['a chat line', info('<Anna> Bo joined the game')],
    ['a chat line that is not signed', info('[Not Secure] <Anna> Bo joined the game')],
    ['a chat line of another thread', '[20:14:03] [Async Chat Thread - #0/INFO]: Bo joined the game'],
    ['a chat line that looks like a line of the log', info(`<Anna> ${info('Bo joined the game')}`)],
    ['a chat line in Chinese', info('<Anna> 小明加入了游戏 Bo joined the game')],
    ['the command say of a server', info('[Server] Bo joined the game')],
    ['the command say of a player', info('[Anna] Bo joined the game')],
    ['the command me', info('* Anna Bo joined the game')],
    ['a message of a team', info('[Red] <Anna> Bo joined the game')],
    ['a name with the code of a color', info('§cBo joined the game')],
    ['a name with a color of a terminal', info('\u001b[31mBo joined the game')],
    ['a nickname with the words of the log', info('Bo joined the game joined the game')],
    ['a death by a named animal', info('Anna was slain by Bo joined the game')],
    ['an advancement', info('Anna has made the advancement [Bo joined the game]')],
    ['a warning', '[20:14:03] [Server thread/WARN]: Bo joined the game'],
    ['a line of a trace', 'Bo joined the game'],
  ])('cannot be added by %s', (_, line) => {
    expect(on('java', [uuid('Bo'), line])).toEqual([]);
  });

  it.each([
    ['a chat line', info('<Anna> Bo left the game')],
    ['a chat line that looks like a line of the log', info(`<Anna> ${info('Starting minecraft server version 1')}`)],
    ['the command say', info('[Server] Bo lost connection: Bye')],
    ['another refused connection in the same name', info('Bo (/203.0.113.9:5) lost connection: Timed out')],
    ['a chat line that looks like a look-up', info(`<Anna> ${uuid('Bo')}`)],
  ])('cannot be taken away by %s', (_, line) => {
    expect(on('java', [...joined('Bo'), line])).toEqual(['Bo 1']);
  });

  it('are not looked up by a chat line', () => {
    expect(
      on('java', [info(`UUID of player Bo is 069a79f4-44e9-4726-a5be-fca90e38aaf5`), info('Bo joined the game')]),
    ).toEqual([]);
  });
});

const bedrock = (text: string) => `[2026-07-03 20:14:03:123 INFO] ${text}`;
const comes = (name: string, id = '2535412345678901') => bedrock(`Player connected: ${name}, xuid: ${id}`);
const goes = (name: string) => bedrock(`Player disconnected: ${name}, xuid: 2535412345678901, pfid: 1a2b`);

describe('the players whom the log of Minecraft Bedrock names', () => {
  it.each<[string, string[], string[]]>([
    ['one who has joined', [comes('Anna')], ['Anna 0']],
    ['one with a space and with Chinese letters', [comes('Anna B'), comes('小明 B')], ['Anna B 0', '小明 B 1']],
    [
      'none who has left, with or without the further id',
      [comes('Anna'), comes('Bo'), goes('Anna'), bedrock('Player disconnected: Bo, xuid: 2535412345678901')],
      [],
    ],
    ['one who came back, since then', [comes('Anna'), goes('Anna'), comes('Anna')], ['Anna 2']],
    ['none from before a start of the game', [comes('Anna'), bedrock('Starting Server'), comes('Bo')], ['Bo 2']],
  ])('are %s', (_, lines, expected) => {
    expect(on('bedrock', lines)).toEqual(expected);
  });

  it.each([
    ['a chat line', bedrock('<Anna> Player connected: Bo, xuid: 1')],
    ['the command say', bedrock('[Server] Player connected: Bo, xuid: 1')],
    ['a name with the code of a color', comes('§cBo')],
    ['a name with an id in it', comes('Bo, xuid: 1, xuid: 2')],
    ['a name that turns the direction of the text', comes('\u202eoB')],
    ['a name with the words of the log', comes('Bo: Player connected')],
    ['a name that is empty', comes('')],
    ['an error', '[2026-07-03 20:14:03:123 ERROR] Player connected: Bo, xuid: 1'],
    ['a line of the other game', info('Bo joined the game')],
  ])('cannot be added by %s', (_, line) => {
    expect(on('bedrock', [line])).toEqual([]);
  });

  it('cannot be taken away by what a player writes', () => {
    expect(
      on('bedrock', [
        comes('Bo'),
        bedrock('<Anna> Starting Server'),
        bedrock('[Server] Player disconnected: Bo, xuid: 1'),
      ]),
    ).toEqual(['Bo 0']);
  });
});

it('takes no line whose time it does not know', () => {
  expect(namedPlayers('bedrock', `2026-99-99T20:14:03Z ${comes('Bo')}\n${comes('Bo')}\n`)).toEqual([]);
});

it('names as many players as a server admits, the earliest first', () => {
  const names = Array.from({ length: maxNamedPlayers + 1 }, (_, index) => `Player ${index + 1}`);
  const named = namedPlayers('bedrock', dated(names.map((name) => comes(name))));
  expect(named.map(({ name }) => name)).toEqual(names.slice(0, maxNamedPlayers));
});
