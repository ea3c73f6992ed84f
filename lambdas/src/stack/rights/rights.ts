import type { PeopleRights } from 'shared-types/contract/stack/rights';
import { usernameOf } from 'shared-types/rules/auth/username';
import { mayReplace, stackRights, type StackRights } from 'shared-types/rules/stack/rights';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';

/** The rights that the owner has chosen on the page of a stack. */
export interface StoredRights extends PeopleRights {
  stackName: string;
  version: number;
}

/** The rights of one user. */
export interface UserRights {
  of: (stackName: string) => StackRights;
  /** Everyone who is signed in has the rights of the deployment's configuration for every stack. */
  isForEveryone: boolean;
}

export const noRights: StackRights = { start: false, stop: false, command: false };
export const allRights: StackRights = { start: true, stop: true, command: true };

/** Returns the rights of the deployment's configuration: a list of addresses, or null for everyone. */
export const configuredRights = (listed: readonly string[] | null): PeopleRights => ({
  everyone: listed ? [] : ['start', 'stop'],
  people: (listed ?? []).map((email) => ({ email: usernameOf(email), rights: [...stackRights] })),
});

/** Returns the rights of the account with this address. */
export function rightsOfEmail({ everyone, people }: PeopleRights, email: string): StackRights {
  const username = usernameOf(email);
  const own = people.find((person) => usernameOf(person.email) === username)?.rights ?? [];
  const has = (right: (typeof stackRights)[number]) => own.includes(right) || everyone.some((each) => each === right);
  return { start: has('start'), stop: has('stop'), command: has('command') };
}

/** Returns the rights of a user by the rights that are stored; a stack without any has those of the deployment. */
export const userRights = (
  stored: readonly StoredRights[],
  configured: PeopleRights,
  { email, isOwner }: { email: string; isOwner: boolean },
): UserRights => ({
  of: (stackName) =>
    isOwner ? allRights : rightsOfEmail(stored.find((each) => each.stackName === stackName) ?? configured, email),
  isForEveryone: stored.length === 0 && configured.everyone.length > 0,
});

export interface RightsPorts {
  rightsOf: (user: Pick<User, 'email'>) => Promise<UserRights>;
}

const needed = {
  start: { has: ({ start }: StackRights) => start, what: 'start this server' },
  stop: { has: ({ stop }: StackRights) => stop, what: 'stop this server' },
  replace: { has: mayReplace, what: 'start and stop this server' },
  command: { has: ({ command }: StackRights) => command, what: 'use the console of this server' },
};

/** Refuses a user without the right to do this with a stack. */
export async function requireRight(
  { rightsOf }: RightsPorts,
  user: Pick<User, 'email'>,
  stackName: string,
  right: keyof typeof needed,
) {
  const { has, what } = needed[right];
  if (!has((await rightsOf(user)).of(stackName)))
    throw new AppError('forbidden', `The owner has not given you the right to ${what}.`);
}
