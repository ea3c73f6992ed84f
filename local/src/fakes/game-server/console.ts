import { laterListsSentence } from 'shared-types/rules/stack/console';
import type { GameId } from 'shared-types/rules/stack/game';
import type { RunningStack } from '../../aws/cloudformation/stack-parts.ts';
import { type StackMode, takesCommands } from '../../aws/cloudformation/stack-mode.ts';
import type { CommandResult } from '../../aws/ssm/run-command.ts';
import { allowLists } from './allow-lists.ts';
import type { GameLogs } from './game-log.ts';
import type { Players } from './players.ts';

interface ConsoleProps {
  gameOf: (stackName: string) => GameId;
  running: () => RunningStack[];
  mode: () => StackMode;
  logs: GameLogs;
  players: Pick<Players, 'count' | 'setCount'>;
}

function answerOfJava(command: string, line: string, names: string[]): string {
  if (command === 'list')
    return `There are ${names.length} of a max of ${maxPlayers} players online: ${names.join(', ')}`;
  if (command === 'say') return '';
  const kicked = /^kick "?([^"]+)"?$/.exec(line)?.[1];
  if (kicked === undefined) return 'Unknown or incomplete command. See below for error';
  return names.includes(kicked) ? `Kicked ${kicked}: Kicked by an operator` : 'No player was found';
}

const maxLines = 200;
const maxBytes = 20_000;
const maxPlayers = 10;

/** Imitates infra/src/game-server/scripts/console.sh and the console of the game, as far as a few commands go. */
export function gameConsole({ gameOf, running, mode, logs, players }: ConsoleProps) {
  const lists = allowLists();

  /** Those who have joined by name come first; the others are only counted. */
  const playersOf = (server: RunningStack) =>
    Array.from(
      { length: players.count(server.stackName) },
      (_, index) => logs.namesOn(server)[index] ?? `Player ${index + 1}`,
    );

  function answer(server: RunningStack, line: string): string[] {
    const [command = ''] = line.split(' ');
    const names = playersOf(server);
    if (gameOf(server.stackName) === 'java') return [answerOfJava(command, line, names)].filter((text) => text !== '');
    if (command === 'list') return [`There are ${names.length}/${maxPlayers} players online:`, names.join(', ')];
    if (command === 'say') return [];
    if (command === 'kick') {
      const name = /^kick "?([^"]+)"?$/.exec(line)?.[1] ?? '';
      return [names.includes(name) ? `Kicked ${name} from the game` : 'No targets matched selector'];
    }
    return [
      `Unknown command: ${command}. Please check that the command exists and that you have permission to use it.`,
    ];
  }

  /** Java Edition puts out who is not allowed any more. In Bedrock Edition, only players who have joined can become operators. */
  function setLists(server: RunningStack, data: string): CommandResult {
    const lines = data.split('\n');
    if (!lists.set(server, lines)) return { error: laterListsSentence };
    if (gameOf(server.stackName) === 'java') {
      for (const name of logs.namesOn(server).filter((each) => !lists.mayJoin(server, each))) {
        logs.leave(server, name);
        players.setCount(server.stackName, players.count(server.stackName) - 1);
      }
      return {};
    }
    const known = playersOf(server);
    const unknown = lines
      .flatMap((line) => /^operator (.*)/.exec(line)?.slice(1) ?? [])
      .filter((name) => !known.includes(name));
    return { output: unknown.map(explainUnknown).join('') };
  }

  return {
    /** Lets a player join, unless the allow list forbids it. Undefined when the server does not run. */
    join(stackName: string, name: string): { isAdmitted: boolean } | undefined {
      const server = running().find((each) => each.stackName === stackName);
      if (!server) return undefined;
      const isAdmitted = lists.mayJoin(server, name);
      if (isAdmitted) {
        logs.join(server, name);
        players.setCount(stackName, players.count(stackName) + 1);
      } else logs.write(server, [`Disconnecting ${name}: not on the allow list`]);
      return { isAdmitted };
    },

    /** Runs the document of the console on an instance. Returns undefined when there is no such instance. */
    execute(instanceId: string, { Verb, Data = '' }: Record<string, string>): CommandResult | undefined {
      const server = takesCommands(mode()) ? running().find((each) => each.instanceId === instanceId) : undefined;
      if (!server) return undefined;
      if (mode() === 'hung') return { end: 'Execution Timed Out' };
      if (mode() === 'undelivered') return { end: 'Delivery Timed Out' };
      if (Verb === 'log') return { output: newest(logs.lines(server)) };
      const line = Buffer.from(Data, 'base64').toString('utf8');
      if (Verb === 'players') return setLists(server, line);
      if (line.includes('\n')) return { error: 'A command is one line.' };
      const before = logs.lines(server).length;
      logs.write(server, answer(server, line));
      return { output: newest(logs.lines(server).slice(before)) };
    },
  };
}

function newest(lines: string[]): string {
  let kept = lines.slice(-maxLines);
  while (Buffer.byteLength(kept.join('\n')) > maxBytes) kept = kept.slice(1);
  return `${kept.join('\n')}\n`;
}

const explainUnknown = (name: string) =>
  `${name} has not joined this server yet, and becomes an operator within a minute of joining.\n`;
