import { beforeEach, describe, expect, it } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import { finalArchiveStep } from 'lambdas/stack/worlds/final-archive';
import { scriptedStacks } from '../workflow/scripted-stacks.ts';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();
const minute = 60_000;
const outputs = [{ outputKey: 'ServerInstance', outputValue: 'i-0123456789abcdef0' }];

beforeEach(() => {
  env.servers.commands.length = 0;
  env.servers.isRegistered = true;
});

const archive = (archiveId: string) => ({
  archiveId,
  atMs: env.clock.now(),
  bytes: 9,
  reason: 'stop' as const,
  version: '',
  levelName: '',
});

/**
 * Stops a running server whose answers to the commands a test gives, and whose last report has this age in minutes, if it is
 * known. Returns what its deletions waited for.
 */
async function stop(answer: (stackName: string, archiveId: string) => Promise<void>, reportedBefore?: number) {
  const stacks = scriptedStacks('CREATE_COMPLETE', outputs);
  const stackName = env.newStack();
  const api = env.apiWith({ stacks });
  if (reportedBefore !== undefined) {
    const seenAtMs = env.clock.now() - reportedBefore * minute;
    const stackId = (await stacks.findStack(stackName))?.stackId ?? '';
    await env.store.putPlayerCount(stackName, {
      stackId,
      seenAtMs,
      online: 2,
      lastPlayedAtMs: seenAtMs,
      idleMinutes: 30,
      named: [],
    });
  }
  await api.stop(stackName);
  const began = env.clock.now();
  let deletedAt: number | undefined;
  const work = stepWorker({
    ...env.stepPorts,
    stacks: {
      ...stacks,
      deleteStack: (id) => {
        deletedAt ??= env.clock.now();
        return stacks.deleteStack(id);
      },
    },
    async sendArchiveCommand(instanceId, mode, archiveId) {
      const isSent = await env.servers.sendArchiveCommand(instanceId, mode, archiveId);
      if (isSent) await answer(stackName, archiveId);
      return isSent;
    },
  });
  await env.drive(env.lastStarted(), work);
  const { actionLogs } = await api.detail(stackName);
  const world = await env.store.getWorld(stackName);
  return {
    status: actionLogs[0]?.syncStatus,
    minutes: ((deletedAt ?? Infinity) - began) / minute,
    counts: stacks.counts,
    world,
  };
}

describe('a stop of a running server', () => {
  it('deletes the stack when its world has an archive, and not before', async () => {
    let isArchived = false;
    const { status, counts, world } = await stop(async (stackName, archiveId) => {
      isArchived = true;
      await env.store.putArchive(stackName, archive(archiveId));
    });
    expect({ isArchived, status, counts }).toEqual({
      isArchived: true,
      status: 'SUCCEEDED',
      counts: { create: 0, remove: 1 },
    });
    expect(env.servers.commands).toEqual([
      { instanceId: 'i-0123456789abcdef0', mode: 'stop', archiveId: world.archives[0]?.archiveId },
    ]);
    expect(world.failure).toBeUndefined();
  });

  it('asks three times when the archive fails, then deletes the stack all the same and says why', async () => {
    const { status, world } = await stop(async (stackName, archiveId) =>
      env.store.putFailure(stackName, { archiveId, atMs: env.clock.now(), reason: 'The disk is full.', isLost: false }),
    );
    expect(env.servers.commands).toHaveLength(3);
    expect(status).toBe('SUCCEEDED');
    expect(world.failure).toMatchObject({ reason: 'The disk is full.', isLost: true });
  });

  it('gives up a server that takes no commands within two minutes', async () => {
    env.servers.isRegistered = false;
    const { status, minutes, world } = await stop(async () => {});
    expect(env.servers.commands).toHaveLength(3);
    expect(status).toBe('SUCCEEDED');
    expect(minutes).toBeLessThan(2);
    expect(world.failure).toMatchObject({ reason: 'The server did not respond.', isLost: true });
  });

  it('gives up a server that falls silent within 20 minutes', async () => {
    const { status, minutes } = await stop(async () => {});
    expect(status).toBe('SUCCEEDED');
    expect(minutes).toBeGreaterThan(10);
    expect(minutes).toBeLessThan(20);
  });

  it.each([
    ['that is silent within two minutes, after one try', 4, 2, 1],
    ['that died a minute before within seven minutes', 1, 7, 2],
  ])('gives up a server %s', async (_, reportedBefore, mostMinutes, tries) => {
    const { status, minutes, world } = await stop(async () => {}, reportedBefore);
    expect(env.servers.commands).toHaveLength(tries);
    expect(minutes).toBeLessThan(mostMinutes);
    expect(status).toBe('SUCCEEDED');
    expect(world.failure).toMatchObject({ isLost: true });
  });

  it('deletes a server of an older version, which has no commands, and says that the world has no archive', async () => {
    const stacks = scriptedStacks('CREATE_COMPLETE');
    const stackName = env.newStack();
    await env.apiWith({ stacks }).stop(stackName);
    await env.drive(env.lastStarted(), stepWorker({ ...env.stepPorts, stacks }));
    expect(stacks.counts.remove).toBe(1);
    expect(env.servers.commands).toEqual([]);
    expect((await env.store.getWorld(stackName)).failure).toMatchObject({ isLost: true });
  });
});

describe('finalArchiveStep', () => {
  const now = new Date('2026-03-01T20:00:00Z');
  const reported = now.getTime() - minute;
  const sentAtMs = now.getTime() - 2 * minute;
  const world = { archives: [], choice: undefined, failure: undefined };
  const asked = { archive: { tries: 1, sentAtMs }, actionId: 'A', by: 'Ann', userId: 'cognito|ann' };

  it('waits for a command that was taken', () => {
    expect(finalArchiveStep(asked, world, reported, now)).toEqual({ kind: 'wait' });
  });

  it.each([
    ['a server that the watchdog stops', { by: 'silence', userId: null }, reported, 'over'],
    ['a server that a person of that name stops', { by: 'silence' }, reported, 'wait'],
    ['a silent server that a person stops', {}, sentAtMs - 3 * minute, 'over'],
    ['a silent server that a person with the name of the site stops', { by: 'idle' }, sentAtMs - 3 * minute, 'over'],
    ['a server that reported just before', {}, sentAtMs - 2 * minute, 'wait'],
    ['a server of which nothing is known', {}, undefined, 'wait'],
    [
      'an empty server, which reports no players any more',
      { by: 'idle', userId: null },
      sentAtMs - 30 * minute,
      'wait',
    ],
  ])('knows after two minutes what to do with %s', (_, actor, lastWord, kind) => {
    expect(finalArchiveStep({ ...asked, ...actor }, world, lastWord, now).kind).toBe(kind);
  });

  it('asks a silent server once only', () => {
    const untaken = { ...asked, archive: { tries: 1, sentAtMs: null } };
    expect(finalArchiveStep(untaken, world, reported, now).kind).toBe('send');
    expect(finalArchiveStep({ ...untaken, by: 'silence', userId: null }, world, reported, now).kind).toBe('over');
  });

  it('ignores the failure of an earlier try and of another archive', () => {
    const failure = { archiveId: 'A', atMs: sentAtMs - 1, reason: '', isLost: false };
    expect(finalArchiveStep(asked, { ...world, failure }, reported, now).kind).toBe('wait');
    const other = { ...failure, archiveId: 'B', atMs: sentAtMs + 1 };
    expect(finalArchiveStep(asked, { ...world, failure: other }, reported, now).kind).toBe('wait');
  });

  it('takes an archive that arrives after its tries as one', () => {
    const archives = [archive('A')];
    const given = { ...asked, archive: { tries: 3, sentAtMs: null } };
    expect(finalArchiveStep(given, { ...world, archives }, reported, now)).toEqual({ kind: 'over', problem: null });
  });
});
