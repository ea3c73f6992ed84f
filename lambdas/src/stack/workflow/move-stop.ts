import { isUp } from 'shared-types/rules/stack-status';
import { minuteMs } from 'shared-types/rules/time';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { Action } from '../actions/action.ts';
import { readSnapshot } from '../snapshot/snapshot-cache.ts';
import type { ConfiguredStack } from '../stack-list-store.ts';
import { beginAction, type BeginPorts, type StopMove } from './begin-action.ts';

/** A stop that is sooner leaves no time to warn the players. */
const minLeftMs = 5 * minuteMs;

/**
 * Moves the scheduled stop of a running server: it is the start of a running stack, which plans another stop. So it takes
 * the stack's lock, and a later stop counts as the server hours of its user.
 */
export async function moveStop(
  ports: BeginPorts,
  stack: ConfiguredStack,
  { name: by, userId }: Pick<User, 'name' | 'userId'>,
  move: StopMove,
): Promise<Action> {
  const { name: stackName } = stack;
  if (move.untilMs < ports.now().getTime() + minLeftMs)
    throw new AppError(
      'invalid',
      'The new time must be at least 5 minutes from now. To stop the server now, press Stop.',
    );
  const { snapshot, lock } = await ports.store.getState(stackName, 0);
  const { stack: current } = await readSnapshot(ports, stackName, snapshot);
  if (!current || !isUp(current.status) || lock.launch?.stackId !== current.stackId)
    throw new AppError('conflict', `${stackName} is not running, so there is no stop to move.`);
  return beginAction(ports, stack, { action: 'START', by, userId, move });
}
