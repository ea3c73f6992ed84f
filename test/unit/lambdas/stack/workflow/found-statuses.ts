import { expect } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import type { useStackTestEnvironment } from '../stack-test-environment.ts';
import { scriptedStacks } from './scripted-stacks.ts';

type End = [status: string, create: number, remove: number];
export type FoundStatus = [found: string | null, start: End, restart: End, stop: End];

/** The result of each action from every status of a stack, with its numbers of creations and deletions. */
export const everyStatus: FoundStatus[] = [
  [null, ['SUCCEEDED', 1, 0], ['SUCCEEDED', 1, 0], ['SUCCEEDED', 0, 0]],
  ['CREATE_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['CREATE_COMPLETE', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_COMPLETE', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['ROLLBACK_IN_PROGRESS', ['SUCCEEDED', 1, 1], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['ROLLBACK_COMPLETE', ['SUCCEEDED', 1, 1], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['CREATE_FAILED', ['SUCCEEDED', 1, 1], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['ROLLBACK_FAILED', ['SUCCEEDED', 1, 1], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['DELETE_IN_PROGRESS', ['SUCCEEDED', 1, 0], ['SUCCEEDED', 1, 0], ['SUCCEEDED', 0, 0]],
  ['DELETE_FAILED', ['FAILED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_ROLLBACK_COMPLETE', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['IMPORT_COMPLETE', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['IMPORT_ROLLBACK_COMPLETE', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['REVIEW_IN_PROGRESS', ['SUCCEEDED', 1, 1], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_ROLLBACK_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['IMPORT_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['IMPORT_ROLLBACK_IN_PROGRESS', ['SUCCEEDED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_FAILED', ['FAILED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['UPDATE_ROLLBACK_FAILED', ['FAILED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
  ['IMPORT_ROLLBACK_FAILED', ['FAILED', 0, 0], ['SUCCEEDED', 1, 1], ['SUCCEEDED', 0, 1]],
];

/** Runs each action on a stack with this status, and returns its results. */
export async function endsOf(env: Awaited<ReturnType<typeof useStackTestEnvironment>>, found: string | null) {
  const ends: unknown[] = [];
  for (const action of ['start', 'restart', 'stop'] as const) {
    const stacks = scriptedStacks(found);
    const stackName = env.newStack();
    const api = env.apiWith({ stacks });
    await api[action](stackName);
    await env.drive(env.lastStarted(), stepWorker({ ...env.stepPorts, stacks }));
    const { actionLogs } = await api.detail(stackName);
    const status = actionLogs[0]?.syncStatus;
    ends.push([status, stacks.counts.create, stacks.counts.remove]);
    // A successful action leaves the stack in its target status; a failed one has a reason.
    const isThere = stacks.status() !== null;
    expect(isThere).toBe(action !== 'stop' || status === 'FAILED');
    expect(actionLogs[0]?.reason === null).toBe(status === 'SUCCEEDED');
    // The lock is released.
    expect((await env.store.getState(stackName, 1)).lock.holder).toBeNull();
  }
  return ends;
}
