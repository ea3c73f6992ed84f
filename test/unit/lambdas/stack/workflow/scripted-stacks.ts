import type { Stack, StackReader, StackWriter } from 'lambdas/stack/ports';

/** The next status of each transitional status, at the next read. */
const after: Record<string, string | null> = {
  CREATE_IN_PROGRESS: 'CREATE_COMPLETE',
  ROLLBACK_IN_PROGRESS: 'ROLLBACK_COMPLETE',
  DELETE_IN_PROGRESS: null,
  UPDATE_IN_PROGRESS: 'UPDATE_COMPLETE',
  UPDATE_COMPLETE_CLEANUP_IN_PROGRESS: 'UPDATE_COMPLETE',
  UPDATE_ROLLBACK_IN_PROGRESS: 'UPDATE_ROLLBACK_COMPLETE',
  UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS: 'UPDATE_ROLLBACK_COMPLETE',
  IMPORT_IN_PROGRESS: 'IMPORT_COMPLETE',
  IMPORT_ROLLBACK_IN_PROGRESS: 'IMPORT_ROLLBACK_COMPLETE',
};

/** Creates a CloudFormation with one stack, which begins in a given status. */
export function scriptedStacks(status: string | null, outputs: Stack['outputs'] = []) {
  const counts = { create: 0, remove: 0 };
  let stack: Stack | undefined = status === null ? undefined : { ...stackIn(status, 'before'), outputs };
  let isNew = true;

  const scripted: StackReader & StackWriter = {
    async findStack() {
      // The first read finds the given status; time passes between two reads.
      const next = stack && !isNew ? after[stack.status] : undefined;
      isNew = false;
      if (stack && next !== undefined) stack = next === null ? undefined : { ...stack, status: next };
      return stack;
    },
    listEvents: async () => [],
    async createStack(_name, _parameters, actionId) {
      counts.create++;
      stack = { ...stackIn('CREATE_IN_PROGRESS', `new-${counts.create}`), launchedBy: actionId };
      return { kind: 'begun', stackId: stack.stackId };
    },
    async deleteStack() {
      counts.remove++;
      if (stack) stack = { ...stack, status: 'DELETE_IN_PROGRESS' };
      return { kind: 'begun' };
    },
  };
  return { ...scripted, counts, status: () => stack?.status ?? null };
}

const stackIn = (status: string, id: string): Stack => ({
  stackId: `arn:${id}`,
  stackName: 'game',
  status,
  statusReason: null,
  creationTimeMs: 0,
  updateTimeMs: null,
  outputs: [],
  launchedBy: 'before',
});
