import * as z from 'zod';
import { AppError } from '../lib/app-error.ts';
import { log } from '../lib/log.ts';
import { beginAction } from './begin-action.ts';
import { holderOf } from './leftover.ts';
import { look } from './look.ts';
import type { StackPorts } from './ports.ts';

/** What a server says on which nobody plays: see infra/src/game-server/stop-when-idle.sh. */
const IdleEvent = z.object({ detail: z.object({ stackName: z.string(), stackId: z.string() }) });

/** The ordinary stop, for the server that says so and for no later one. It says so every minute until it is gone. */
export async function stopIdle(ports: StackPorts, event: unknown): Promise<void> {
  const { stackName, stackId } = IdleEvent.parse(event).detail;
  const stack = ports.configured.find(({ name }) => name === stackName);
  if (!stack) return log('warn', 'idle stack is not configured', { key: stackName });
  const state = await ports.store.getState(stackName, 5);
  if (isAtWork(ports, state)) return;
  const { stack: current } = await look(ports, stackName, state.sight);
  if (current?.stackId !== stackId || !isUp(current.status)) return;
  try {
    await beginAction(ports, stack, { action: 'STOP', by: 'idle' });
  } catch (error) {
    // Somebody was faster, which is as good.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  }
}

/** One that is on its way out has said so before. */
const isUp = (status: string) => status.endsWith('_COMPLETE') && status !== 'ROLLBACK_COMPLETE';

type State = Awaited<ReturnType<StackPorts['store']['getState']>>;

/** A restart would be ended by our stop: it brings another server. */
const isAtWork = ({ now }: StackPorts, state: State) =>
  holderOf(state) !== undefined && state.lock.leaseUntilMs > now().getTime();
