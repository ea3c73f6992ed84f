import type { NewWorldSettings } from 'shared-types/contract/stack';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import { findConfiguredStack, requireRight } from '../stack-list.ts';
import type { StackPorts } from '../ports.ts';
import type { Archive } from './archive.ts';

interface ChosenWorld {
  /** Empty for no choice. */
  requestId: string;
  source: string;
  settings?: NewWorldSettings;
}

/** Refuses a user who may not replace the world of a stack. Returns the stack. */
export async function requireWorldRight(
  ports: Pick<StackPorts, 'configured' | 'rightsOf'>,
  user: User,
  stackName: string,
) {
  const stack = await findConfiguredStack(ports, stackName);
  await requireRight(ports, user, stackName, 'replace');
  return stack;
}

export async function findArchive(
  { store }: Pick<StackPorts, 'store'>,
  stackName: string,
  archiveId: string,
): Promise<Archive> {
  const found = (await store.getWorld(stackName)).archives.find((archive) => archive.archiveId === archiveId);
  if (!found) throw new AppError('notFound', 'This backup no longer exists.');
  return found;
}

/** Records the world that the next start of a stack begins with. */
export async function chooseWorld(
  { store, now }: Pick<StackPorts, 'store' | 'now'>,
  stackName: string,
  user: User,
  { requestId, source, settings }: ChosenWorld,
) {
  const isApplied = requestId === '';
  const choice = { requestId, source, by: user.name, atMs: now().getTime(), settings: settings ?? null, isApplied };
  if (!(await store.putChoice(stackName, choice)))
    throw new AppError('conflict', 'Another world was chosen in the meantime. Check the list, then choose again.');
  return {};
}
