import type { GameId } from 'shared-types/rules/stack/game';
import type { RunningStack } from '../../aws/cloudformation/stack-parts.ts';
import type { Clock } from '../../clock.ts';

interface GameLogsProps {
  gameOf: (stackName: string) => GameId;
  clock: Pick<Clock, 'now'>;
}

type Server = Pick<RunningStack, 'stackId' | 'stackName'>;

interface Line {
  atMs: number;
  text: string;
}

const firstLines: Record<GameId, string[]> = {
  bedrock: ['Starting Server', 'Version: 1.26.52.3', 'Level Name: Bedrock level', 'Server started.'],
  java: ['Starting minecraft server version 26.1.2', 'Preparing level "world"', 'Done (4.2s)! For help, type "help"'],
};

/** The same name has the same id, as far as a log needs it. */
const numberOf = (name: string) => Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1e9, 7);

const lineOf: Record<GameId, (time: string, text: string, thread?: string) => string> = {
  bedrock: (time, text) => `[${time.slice(0, 23).replace('T', ' ').replace('.', ':')} INFO] ${text}`,
  java: (time, text, thread = 'Server thread') => `[${time.slice(11, 19)}] [${thread}/INFO]: ${text}`,
};

/** The lines about a player who comes or goes, as the games write them. */
const comings: Record<GameId, (name: string) => { joins: [text: string, thread?: string][]; leaves: string[] }> = {
  bedrock: (name) => ({
    joins: [[`Player connected: ${name}, xuid: 2535${numberOf(name)}`]],
    leaves: [`Player disconnected: ${name}, xuid: 2535${numberOf(name)}, pfid: ${numberOf(name).toString(16)}`],
  }),
  java: (name) => ({
    joins: [
      [
        `UUID of player ${name} is 069a79f4-44e9-4726-a5be-${numberOf(name).toString(16).padStart(12, '0')}`,
        'User Authenticator #1',
      ],
      [`${name}[/203.0.113.9:53722] logged in with entity id 251 at (8.5, 64.0, 8.5)`],
      [`${name} joined the game`],
    ],
    leaves: [`${name} lost connection: Disconnected`, `${name} left the game`],
  }),
};

export type GameLogs = ReturnType<typeof gameLogs>;

/** The log of each game that runs, with the players who have joined by name. */
export function gameLogs({ gameOf, clock }: GameLogsProps) {
  const logs = new Map<string, Line[]>();
  const joined = new Map<string, string[]>();

  function linesOf({ stackId, stackName }: Server): Line[] {
    const known = logs.get(stackId) ?? [];
    if (logs.has(stackId)) return known;
    logs.set(stackId, known);
    write({ stackId, stackName }, firstLines[gameOf(stackName)]);
    return known;
  }

  function write(server: Server, texts: string[], thread?: string) {
    const atMs = clock.now();
    const line = lineOf[gameOf(server.stackName)];
    const time = new Date(atMs).toISOString();
    linesOf(server).push(...texts.map((text) => ({ atMs, text: line(time, text, thread) })));
  }

  const namesOn = ({ stackId }: Server) => joined.get(stackId) ?? [];

  return {
    write,
    namesOn,
    lines: (server: Server) => linesOf(server).map(({ text }) => text),
    /** The lines that `docker logs --timestamps` prints. */
    datedLines: (server: Server) =>
      linesOf(server)
        .map(({ atMs, text }) => `${new Date(atMs).toISOString()} ${text}`)
        .join('\n'),

    join(server: Server, name: string) {
      for (const [text, thread] of comings[gameOf(server.stackName)](name).joins) write(server, [text], thread);
      joined.set(server.stackId, [...namesOn(server), name]);
    },

    leave(server: Server, name: string) {
      write(server, comings[gameOf(server.stackName)](name).leaves);
      joined.set(
        server.stackId,
        namesOn(server).filter((each) => each !== name),
      );
    },

    /** Lets the latest of the named players go until so many are left. */
    keepOnly(server: Server, count: number) {
      const names = namesOn(server);
      for (const name of names.slice(count)) write(server, comings[gameOf(server.stackName)](name).leaves);
      joined.set(server.stackId, names.slice(0, count));
    },
  };
}
