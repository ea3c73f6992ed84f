import type { Clock, Players, RunningStack } from '../cloud.ts';
import type { BusEvent } from '../functions/event-rules.ts';

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

/** Who plays on which server, and each server's own watch: without players for too long it asks for a stop every minute. */
export function startPlayers({ running, clock, speed, put }: PlayersProps): Players & { close(): void } {
  const counts = new Map<string, number>();
  const lastPlayed = new Map<string, number>();
  const nextWord = new Map<string, number>();

  function watch() {
    const now = clock.now();
    for (const { stackName, stackId, sinceMs, idleMinutes } of running()) {
      if ((counts.get(stackName) ?? 0) > 0) lastPlayed.set(stackId, now);
      const idleMs = (now - (lastPlayed.get(stackId) ?? sinceMs)) * speed;
      if (idleMs < idleMinutes * minuteMs || now < (nextWord.get(stackId) ?? 0)) continue;
      nextWord.set(stackId, now + minuteMs / speed);
      // A function that fails has written why; the server says so again.
      void put({ source: 'home-page.game-server', detailType: 'Idle', detail: { stackName, stackId } }).catch(() => {});
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
