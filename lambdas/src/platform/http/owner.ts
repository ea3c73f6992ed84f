import { usernameOf } from 'shared-types/rules/username';
import type { User } from './session.ts';

/** Tells the owner by the address of the account that signed in; an empty one names nobody. */
export const ownerByEmail =
  (owner: string) =>
  async ({ email = '' }: User): Promise<boolean> =>
    owner !== '' && usernameOf(email) === usernameOf(owner);
