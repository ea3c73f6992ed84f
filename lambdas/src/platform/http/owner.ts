import { usernameOf } from 'shared-types/rules/auth/username';
import type { User } from './session.ts';

/** Recognizes the owner by the address of the signed-in account. With an empty address the site has no owner. */
export const ownerByEmail =
  (owner: string) =>
  async ({ email }: Pick<User, 'email'>): Promise<boolean> =>
    owner !== '' && usernameOf(email) === usernameOf(owner);
