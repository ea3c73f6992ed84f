import { AppError } from '../platform/app-error.ts';
import type { ConfiguredStack } from './stack-list-store.ts';

/** The stacks of the deployment's configuration. */
export interface StackList {
  configured: () => Promise<readonly ConfiguredStack[]>;
}

/** Finds a stack of the list. Names that are not configured never reach AWS. */
export async function findConfiguredStack({ configured }: StackList, stackName: string): Promise<ConfiguredStack> {
  const stack = (await configured()).find(({ name }) => name === stackName);
  if (!stack) throw new AppError('notFound', 'This stack does not exist.');
  return stack;
}
