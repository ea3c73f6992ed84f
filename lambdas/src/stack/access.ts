import { usernameOf } from 'shared-types/rules/auth/username';
import type { User } from '../platform/http/session.ts';
import { AppError } from '../platform/app-error.ts';
import type { StackPorts } from './ports.ts';

/** The access of the people on the owner's list, by the addresses of their accounts. A null list stands for everyone. */
export function accessByEmail(
  listed: readonly string[] | null,
  isOwner: (user: User) => Promise<boolean>,
): StackPorts['accessOf'] {
  const usernames = new Set(listed?.map(usernameOf));
  return async (user) => {
    if (!listed) return 'everyone';
    return usernames.has(usernameOf(user.email ?? '')) || (await isOwner(user)) ? 'listed' : 'none';
  };
}

/** Finds a stack of the list. Names that are not configured never reach AWS. */
export async function findConfiguredStack({ configured }: Pick<StackPorts, 'configured'>, stackName: string) {
  const stack = (await configured()).find(({ name }) => name === stackName);
  if (!stack) throw new AppError('notFound', 'This stack does not exist.');
  return stack;
}

/** Refuses a user who may not change stacks. */
export async function requireAccess({ accessOf }: Pick<StackPorts, 'accessOf'>, user: User) {
  if ((await accessOf(user)) === 'none')
    throw new AppError('forbidden', 'Only people on the owner’s list can start, restart and stop servers.');
}
