import { usernameOf } from 'shared-types/rules/auth/username';
import type { User } from '../platform/http/session.ts';
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
