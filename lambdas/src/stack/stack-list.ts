import { mayReplace, type StackRights } from 'shared-types/rules/stack/rights';
import type { User } from '../platform/http/session.ts';
import { AppError } from '../platform/app-error.ts';
import type { StackPorts } from './ports.ts';

/** Finds a stack of the list. Names that are not configured never reach AWS. */
export async function findConfiguredStack({ configured }: Pick<StackPorts, 'configured'>, stackName: string) {
  const stack = (await configured()).find(({ name }) => name === stackName);
  if (!stack) throw new AppError('notFound', 'This stack does not exist.');
  return stack;
}

const needed = {
  start: { has: ({ start }: StackRights) => start, what: 'start this server' },
  stop: { has: ({ stop }: StackRights) => stop, what: 'stop this server' },
  replace: { has: mayReplace, what: 'start and stop this server' },
  command: { has: ({ command }: StackRights) => command, what: 'use the console of this server' },
};

/** Refuses a user without the right to do this with a stack. */
export async function requireRight(
  { rightsOf }: Pick<StackPorts, 'rightsOf'>,
  user: User,
  stackName: string,
  right: keyof typeof needed,
) {
  const { has, what } = needed[right];
  if (!has((await rightsOf(user)).of(stackName)))
    throw new AppError('forbidden', `The owner has not given you the right to ${what}.`);
}
