import * as z from 'zod';
import { log } from '../lib/log.ts';
import type { StackPorts } from './ports.ts';

/** Who plays, as the server itself has counted. */
export interface PlayersSight {
  seenAtMs: number;
  /** The server that says so: another one's word is not shown. */
  stackId: string;
  /** Null when the game did not answer. */
  online: number | null;
  lastPlayedAtMs: number;
  /** Without players for so long, the server asks to be stopped. */
  idleMinutes: number;
}

const count = z.int().nonnegative();

/** What a server says once a minute: see infra/src/game-server/stop-when-idle.sh. */
const PlayersEvent = z.object({
  detail: z.object({
    stackName: z.string(),
    stackId: z.string(),
    atSeconds: count,
    online: count.nullable(),
    lastPlayedSeconds: count,
    idleMinutes: z.number().positive(),
  }),
});

/** Remembers who plays. An older word never replaces a newer one, nor does a clock that is ahead keep out what comes later. */
export async function notePlayers(
  { store, configured, now }: Pick<StackPorts, 'store' | 'configured' | 'now'>,
  event: unknown,
): Promise<void> {
  const { stackName, atSeconds, lastPlayedSeconds, ...said } = PlayersEvent.parse(event).detail;
  if (!configured.some(({ name }) => name === stackName))
    return log('warn', 'players of a stack that is not configured', { key: stackName });
  const seenAtMs = Math.min(atSeconds * 1000, now().getTime());
  await store.putPlayers(stackName, {
    ...said,
    seenAtMs,
    lastPlayedAtMs: Math.min(lastPlayedSeconds * 1000, seenAtMs),
  });
}
