import type { Clock, Players, RunningStack } from '../../cloud.ts';
import type { BusEvent } from '../../aws/eventbridge/event-rules.ts';

interface PlayersProps {
  running: () => RunningStack[];
  clock: Pick<Clock, 'now'>;
  /** How much faster than AWS stacks live here. */
  speed: number;
  put: (event: BusEvent) => Promise<void>;
}

const minuteMs = 60_000;
/** How often the clock is looked at: it may jump. */
const lookMs = 500;
/** Servers that live fast do not say more often than this who plays. */
const leastPauseMs = 15_000;

/** Who plays on which server, and each server's own watch: it says so, and without players for too long asks for a stop. */
export function startPlayers({ running, clock, speed, put }: PlayersProps): Players & { close(): void } {
  const counts = new Map<string, number>();
  const lastPlayed = new Map<string, number>();
  const nextWord = new Map<string, number>();
  const said = new Map<string, { atMs: number; online: number }>();

  // A function that fails has written why; the server says it again.
  const say = (detailType: string, detail: BusEvent['detail']) =>
    void put({ source: 'home-page.game-server', detailType, detail }).catch(() => {});

  function watch() {
    const now = clock.now();
    for (const { stackName, stackId, sinceMs, idleMinutes } of running()) {
      const online = counts.get(stackName) ?? 0;
      if (online > 0) lastPlayed.set(stackId, now);
      const playedMs = lastPlayed.get(stackId) ?? sinceMs;
      if ((now - playedMs) * speed < idleMinutes * minuteMs) {
        const last = said.get(stackId);
        if (last?.online === online && now < last.atMs + Math.max(minuteMs / speed, leastPauseMs)) continue;
        said.set(stackId, { atMs: now, online });
        say('Players', {
          stackName,
          stackId,
          atSeconds: Math.floor(now / 1000),
          online,
          lastPlayedSeconds: Math.floor(playedMs / 1000),
          idleMinutes: idleMinutes / speed,
        });
      } else if (now >= (nextWord.get(stackId) ?? 0)) {
        nextWord.set(stackId, now + minuteMs / speed);
        say('Idle', { stackName, stackId });
      }
    }
  }
  const timer = setInterval(watch, lookMs);

  return {
    count: (stackName) => counts.get(stackName) ?? 0,
    setCount(stackName, count) {
      // Whoever leaves has played until now.
      watch();
      counts.set(stackName, count);
      watch();
    },
    close: () => clearInterval(timer),
  };
}
