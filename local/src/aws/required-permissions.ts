import type { JsonObject } from '../cloud.ts';
import type { Need } from './endpoint.ts';

export type NeedsOfInput = (input: JsonObject) => Need[];

/** What IAM asks for, by operation. */
export const needsByOperation =
  (operations: Record<string, NeedsOfInput>) =>
  (operation: string, input: JsonObject): Need[] | undefined =>
    operations[operation]?.(input);

/** Operations whose action has their own name. */
export const sameName = (operations: string[], needsFor: (action: string) => NeedsOfInput) =>
  Object.fromEntries(operations.map((operation) => [operation, needsFor(operation)]));
