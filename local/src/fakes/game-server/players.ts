import { minuteMs } from 'shared-types/rules/time';
import type { RunningStack } from '../../aws/cloudformation/service.ts';
import type { BusEvent } from '../../aws/eventbridge/event-rules.ts';
import type { Clock } from '../../clock.ts';
import type { OnShutdown } from '../../startup/on-shutdown.ts';

interface PlayersProps {
  running: () => RunningStack[];
  clock: Pick<Clock, 'now'>;
  /** The factor by which stacks are faster than in AWS. */
  speed: number;
  putEvent: (event: BusEvent) => Promise<void>;
  onShutdown: OnShutdown;
}

/** The number of players on each game server. `/_local` and tests set it. */
export interface Players {
  count(stackName: string): number;
  setCount(stackName: string, count: number): void;
}

/** The clock may jump, so it is read this often. */
const checkIntervalMs = 500;
/** A fast server does not report its players more often than this. */
const minPauseMs = 15_000;

/** Imitates the watchdog of each game server: it reports the players, and asks for a stop when it was idle for too long. */
export function startPlayers({ running, clock, speed, putEvent, onShutdown }: PlayersProps): Players {
  const counts = new Map<string, number>();
  const lastPlayed = new Map<string, number>();
  const nextIdleEventMs = new Map<string, number>();
  const reported = new Map<string, { atMs: number; online: number }>();

  // The log of a function that failed has the reason. The server sends the event again.
  const send = (detailType: string, detail: BusEvent['detail']) =>
    void putEvent({ source: 'home-page.game-server', detailType, detail }).catch(() => {});

  function check() {
    const now = clock.now();
    for (const { stackName, stackId, sinceMs, idleMinutes } of running()) {
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
        });
      } else if (now >= (nextIdleEventMs.get(stackId) ?? 0)) {
        nextIdleEventMs.set(stackId, now + minuteMs / speed);
        send('Idle', { stackName, stackId });
      }
    }
  }
  const timer = setInterval(check, checkIntervalMs);
  onShutdown(() => clearInterval(timer));

  return {
    count: (stackName) => counts.get(stackName) ?? 0,
    setCount(stackName, count) {
      // Players who leave have played until now.
      check();
      counts.set(stackName, count);
      check();
    },
  };
}
