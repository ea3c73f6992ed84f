import { isUp } from 'shared-types/rules/stack-status';
import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';
import { beginAction } from '../actions/begin-action.ts';
import { readSnapshot } from '../snapshot/snapshot-cache.ts';
import { idleStopMs } from './players.ts';
import type { StackPorts } from '../ports.ts';

/** What a server says on which nobody plays: see infra/src/game-server/stop-when-idle.sh. */
const IdleEvent = z.object({ detail: z.object({ stackName: z.string(), stackId: z.string() }) });

/** The ordinary stop, for the server that says so and for no later one. It says so every minute until it is gone. */
export async function stopIdleServer(ports: StackPorts, event: unknown): Promise<void> {
  const { stackName, stackId } = IdleEvent.parse(event).detail;
  const stack = ports.configured.find(({ name }) => name === stackName);
  if (!stack) return log('warn', 'idle stack is not configured', { key: stackName });
  const { snapshot: sight, players } = await ports.store.getState(stackName, 5);
  // It was long on its way, and somebody has come to play meanwhile.
  if (players?.stackId === stackId && ports.now().getTime() < idleStopMs(players)) return;
  const { stack: current } = await readSnapshot(ports, stackName, sight);
  if (current?.stackId !== stackId || !isUp(current.status)) return;
  try {
    await beginAction(ports, stack, { action: 'STOP', by: 'idle', neverInterrupts: true });
  } catch (error) {
    // Somebody is at work, which is as good: a restart brings another server.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  }
}
