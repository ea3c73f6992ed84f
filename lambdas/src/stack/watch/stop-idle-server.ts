import { isUp } from 'shared-types/rules/stack-status';
import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RecordEvent } from '../../platform/audit/audit-trail.ts';
import { log } from '../../platform/log.ts';
import { idleStopMs } from '../players/players.ts';
import { readSnapshot } from '../snapshot/snapshot-cache.ts';
import type { ConfiguredStack } from '../stack-list-store.ts';
import { beginAction, type BeginPorts } from '../workflow/begin-action.ts';
import { stopEvent } from '../workflow/scheduled-stop.ts';

export type StopPorts = BeginPorts & { audit: RecordEvent };

/** The request of a server without players: see infra/src/game-server/scripts/stop-when-idle.sh. */
const IdleEvent = z.object({ detail: z.object({ stackName: z.string(), stackId: z.string() }) });

/**
 * Stops a server that has been without players for too long. The server repeats its request every minute until it is
 * gone. The request of a previous server under the same stack name stops nothing.
 */
export async function stopIdleServer(ports: StopPorts, event: unknown): Promise<void> {
  const { stackName, stackId } = IdleEvent.parse(event).detail;
  const stack = (await ports.configured()).find(({ name }) => name === stackName);
  if (!stack) return log('warn', 'idle stack is not configured', { key: stackName });
  const { snapshot, players } = await ports.store.getState(stackName, 5);
  // The request was delayed, and a player has joined since.
  if (players?.stackId === stackId && ports.now().getTime() < idleStopMs(players)) return;
  const { stack: current } = await readSnapshot(ports, stackName, snapshot);
  if (current?.stackId !== stackId || !isUp(current.status)) return;
  await stopServer(ports, stack, 'idle');
}

/** Stops a server that no user has stopped, unless another action is in progress. */
export async function stopServer(ports: StopPorts, stack: ConfiguredStack, by: 'idle' | 'silence'): Promise<void> {
  try {
    const stop = await beginAction(ports, stack, { action: 'STOP', by, neverInterrupts: true });
    await ports.audit(stopEvent(stop));
  } catch (error) {
    // The other action stops the server too, or replaces it.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  }
}
