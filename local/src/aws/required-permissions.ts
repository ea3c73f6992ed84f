import type { JsonObject } from '../json.ts';
import type { RequiredPermission } from './endpoint.ts';

export type PermissionsOf = (input: JsonObject) => RequiredPermission[];

/** Returns the permissions that a call needs, by its operation. */
export const permissionsByOperation =
  (operations: Record<string, PermissionsOf>) =>
  (operation: string, input: JsonObject): RequiredPermission[] | undefined =>
    operations[operation]?.(input);

/** Returns the permissions of operations whose IAM action has the same name. */
export const withSameAction = (operations: string[], permissionsFor: (action: string) => PermissionsOf) =>
  Object.fromEntries(operations.map((operation) => [operation, permissionsFor(operation)]));
