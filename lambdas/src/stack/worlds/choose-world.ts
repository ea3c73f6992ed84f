import type { NewWorldSettings } from 'shared-types/contract/stack';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import { lockHolder } from '../actions/action.ts';
import { requireRight, type RightsPorts } from '../rights/rights.ts';
import { findConfiguredStack, type StackList } from '../stack-list.ts';
import type { StateStore } from '../state-store.ts';
import { type Archive, presentSettings } from './archive.ts';
import type { WorldStore } from './world-store.ts';

export type WorldRightPorts = StackList & RightsPorts;

export interface ChoicePorts {
  store: Pick<WorldStore, 'getWorld' | 'putChoice'> & Pick<StateStore, 'getState'>;
  now: () => Date;
}

interface ChosenWorld {
  /** Empty for no choice. */
  requestId: string;
  source: string;
  /** Missing for the settings of the deployment. */
  settings?: NewWorldSettings | undefined;
}

/** Refuses a user who may not replace the world of a stack. Returns the stack. */
export async function requireWorldRight(ports: WorldRightPorts, user: User, stackName: string) {
  const stack = await findConfiguredStack(ports, stackName);
  await requireRight(ports, user, stackName, 'replace');
  return stack;
}

export async function findArchive(
  { store }: { store: Pick<WorldStore, 'getWorld'> },
  stackName: string,
  archiveId: string,
): Promise<Archive> {
  const found = (await store.getWorld(stackName)).archives.find((archive) => archive.archiveId === archiveId);
  if (!found) throw new AppError('notFound', 'This backup no longer exists.');
  return found;
}

/**
 * Refuses a choice while a start or a restart is in progress: it may have read the last choice already, and this one would count
 * a start later than its user expects.
 */
export async function requireNoStart({ store }: Pick<ChoicePorts, 'store'>, stackName: string) {
  const action = lockHolder(await store.getState(stackName, 1))?.action;
  if (action === 'START' || action === 'RESTART')
    throw new AppError(
      'conflict',
      `${stackName} is starting, and its world cannot be changed meanwhile. Wait until it is up, then choose again.`,
    );
}

/** Records the world that the next start of a stack begins with. */
export async function chooseWorld(
  ports: ChoicePorts,
  stackName: string,
  user: User,
  { requestId, source, settings }: ChosenWorld,
) {
  const { store, now } = ports;
  await requireNoStart(ports, stackName);
  const world = await store.getWorld(stackName);
  const before = presentSettings(world);
  const isApplied = requestId === '';
  const choice = {
    requestId,
    source,
    by: user.name,
    atMs: now().getTime(),
    settings: isApplied ? before : (settings ?? null),
    before,
    isApplied,
  };
  if (!(await store.putChoice(stackName, choice, world.choice)))
    throw new AppError('conflict', 'Another world was chosen in the meantime. Check the list, then choose again.');
  return {};
}
