import { minuteMs } from 'shared-types/rules/time';
import type { RunningStack } from '../../aws/cloudformation/stack-parts.ts';
import { reports, type StackMode, takesCommands } from '../../aws/cloudformation/stack-mode.ts';
import type { BusEvent } from '../../aws/eventbridge/event-rules.ts';
import type { Clock } from '../../clock.ts';
import type { OnShutdown } from '../../startup/on-shutdown.ts';
import type { GameLogs } from './game-log.ts';

interface PlayersProps {
  running: () => RunningStack[];
  mode: () => StackMode;
  clock: Pick<Clock, 'now'>;
  logs: Pick<GameLogs, 'datedLines' | 'keepOnly'>;
  /** The factor by which stacks are faster than in AWS. */
  speed: number;
  putEvent: (event: BusEvent) => Promise<void>;
  onShutdown: OnShutdown;
}

/** The number of players on each game server. `/_local` and tests set it. */
export interface Players {
  count(stackName: string): number;
  setCount(stackName: string, count: number): void;
  /** Returns the warnings of all servers so far, as their players read them. */
  warnings(): readonly string[];
  /** Takes the command to warn the players. */
  warn(instanceId: string, minutes: string): boolean;
  /** Returns the number of commands to report that servers have taken. */
  reportsAsked(): number;
  /** Takes the command to report now. Returns false when there is no such instance, or its agent is silent. */
  report(instanceId: string): boolean;
}

/** The clock may jump, so it is read this often. */
const checkIntervalMs = 500;
/** A fast server does not report its players more often than this. */
const minPauseMs = 15_000;
/** The newest part of its log that a server sends: see infra/src/game-server/scripts/stop-when-idle.sh. */
const maxLogBytes = 30_000;

/** Imitates the watchdog of each game server: it reports the players, and asks for a stop when it was idle for too long. */
export function startPlayers({ running, mode, clock, logs, speed, putEvent, onShutdown }: PlayersProps): Players {
  const warnings: string[] = [];
  let reportsAsked = 0;
  const counts = new Map<string, number>();
  const lastPlayed = new Map<string, number>();
  const nextIdleEventMs = new Map<string, number>();
  const reported = new Map<string, { atMs: number; online: number }>();

  // The log of a function that failed has the reason. The server sends the event again.
  const send = (detailType: string, detail: BusEvent['detail']) =>
    void putEvent({ source: 'home-page.game-server', detailType, detail }).catch(() => {});

  function check() {
    if (!reports(mode())) return;
    const now = clock.now();
    for (const server of running()) {
      const { stackName, stackId, sinceMs, idleMinutes } = server;
      const online = counts.get(stackName) ?? 0;
      if (online > 0) lastPlayed.set(stackId, now);
      const playedMs = lastPlayed.get(stackId) ?? sinceMs;
      if ((now - playedMs) * speed < idleMinutes * minuteMs) {
        const last = reported.get(stackId);
        if (last?.online === online && now < last.atMs + Math.max(minuteMs / speed, minPauseMs)) continue;
        reported.set(stackId, { atMs: now, online });
        send('Players', {
          stackName,
          stackId,
          atSeconds: Math.floor(now / 1000),
          online,
          lastPlayedSeconds: Math.floor(playedMs / 1000),
          idleMinutes: idleMinutes / speed,
          ...(online > 0 && { log: Buffer.from(logs.datedLines(server)).subarray(-maxLogBytes).toString('base64') }),
        });
      } else if (now >= (nextIdleEventMs.get(stackId) ?? 0)) {
        nextIdleEventMs.set(stackId, now + minuteMs / speed);
        send('Idle', { stackName, stackId });
      }
    }
  }
  const findServer = (instanceId: string) =>
    takesCommands(mode()) ? running().find((each) => each.instanceId === instanceId) : undefined;

  const timer = setInterval(check, checkIntervalMs);
  onShutdown(() => clearInterval(timer));

  return {
    warnings: () => warnings,
    reportsAsked: () => reportsAsked,
    warn(instanceId, minutes) {
      const server = findServer(instanceId);
      if (server) warnings.push(`${server.stackName}: The server stops in ${minutes} minutes.`);
      return server !== undefined;
    },
    report(instanceId) {
      const server = findServer(instanceId);
      if (!server) return false;
      reportsAsked += 1;
      reported.delete(server.stackId);
      check();
      return true;
    },
    count: (stackName) => counts.get(stackName) ?? 0,
    setCount(stackName, count) {
      // Players who leave have played until now.
      check();
      counts.set(stackName, count);
      for (const server of running()) if (server.stackName === stackName) logs.keepOnly(server, count);
      check();
    },
  };
}
