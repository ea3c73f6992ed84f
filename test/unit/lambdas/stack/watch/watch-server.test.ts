import { beforeEach, describe, expect, it } from '@jest/globals';
import { handleServerEvent } from 'lambdas/stack/handle-server-event';
import { stackPage } from 'shared-types/rules/stack/page';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();
const minute = 60_000;

let name: string;
let stackId: string;
beforeEach(async () => {
  name = await env.startedStack();
  stackId = (await env.stacks.findStack(name))?.stackId ?? '';
  env.servers.reportsAskedOf.length = 0;
  Object.assign(env.servers.silent, { machine: 'works', takesCommands: false });
});

/** The template of the tests has no instance. */
async function findServer(stackName: string) {
  const stack = await env.stacks.findStack(stackName);
  const instance = { outputKey: 'ServerInstance', outputValue: `instance of ${stackName}` };
  return stack && { ...stack, outputs: [...stack.outputs, instance] };
}
const ports = { ...env.ports, stacks: { ...env.stacks, findStack: findServer } };

const watch = (of = stackId) =>
  handleServerEvent(ports, { 'detail-type': 'Watch', detail: { stackName: name, stackId: of } });
const report = (ageMs = 0, online: number | null = 1) => {
  const atSeconds = Math.floor((env.clock.now() - ageMs) / 1000);
  const detail = { stackName: name, stackId, atSeconds, online, lastPlayedSeconds: atSeconds, idleMinutes: 30 };
  return handleServerEvent(env.ports, { 'detail-type': 'Players', detail });
};
const silence = async () => (await env.store.getState(name, 1)).silence;

/** Lets time pass with a look each minute, until a stop begins. Returns the minutes that it took. */
async function minutesUntilStop(most: number) {
  for (let passed = 1; passed <= most; passed++) {
    env.clock.advance(minute);
    await watch();
    if ((await env.logs(name))[0]?.action === 'STOP') return passed;
  }
  return undefined;
}

describe('the watchdog of a server', () => {
  it('leaves a server alone that reports', async () => {
    for (let minutes = 0; minutes < 20; minutes++) {
      await report();
      env.clock.advance(minute);
      await watch();
    }
    expect(await silence()).toBeUndefined();
    expect(env.calls('DescribeStacks', name)).toBeLessThan(20);
    expect(await env.logs(name)).toMatchObject([{ action: 'START' }]);
  });

  it('tells of a silent server within four minutes, once, and asks it to report each minute', async () => {
    await report();
    const lastWordMs = (await env.store.getState(name, 1)).players?.seenAtMs ?? 0;
    for (let minutes = 0; minutes < 4; minutes++) {
      env.clock.advance(minute - 1);
      await watch();
    }
    const told = await silence();
    expect(told).toMatchObject({ stackId, lastWordMs });
    expect((told?.toldAtMs ?? Infinity) - lastWordMs).toBeLessThanOrEqual(4 * minute);
    const asked = env.servers.reportsAskedOf.length;
    expect(asked).toBeGreaterThan(0);
    env.clock.advance(minute);
    await watch();
    expect(await silence()).toEqual(told);
    expect(env.servers.reportsAskedOf).toHaveLength(asked + 1);
  });

  it('stops a server that has not reported for thirteen minutes, after one try of a backup', async () => {
    await report();
    const stoppedAfter = await minutesUntilStop(30);
    expect(stoppedAfter).toBe(12);
    await env.finish();
    expect(await env.statusOf(name)).toBeNull();
    expect(await env.logs(name)).toMatchObject([{ action: 'STOP', by: 'silence', syncStatus: 'SUCCEEDED' }, {}]);
    expect(env.events.at(-1)).toMatchObject({ kind: 'stackStopped', route: 'silence', subject: name });
  });

  it.each([
    ['EC2 has its machine no more', 'gone', false, 5],
    ['EC2 has its machine no more, whatever SSM says', 'gone', true, 5],
    ['its machine has failed the checks of EC2 for longer than a restart takes', 'impaired', true, 12],
    ['neither EC2 nor the server answers', 'unknown', false, 12],
  ] as const)('stops a silent server when %s', async (_, machine, takesCommands, minutes) => {
    await report();
    Object.assign(env.servers.silent, { machine, takesCommands });
    expect(await minutesUntilStop(30)).toBeLessThanOrEqual(minutes);
    expect(await env.logs(name)).toMatchObject([{ action: 'STOP', by: 'silence' }, {}]);
  });

  it.each(['works', 'unknown'])(
    'leaves a silent server that takes commands for half an hour while its machine is %s',
    async (machine) => {
      await report();
      Object.assign(env.servers.silent, { machine, takesCommands: true });
      expect(await minutesUntilStop(20)).toBeUndefined();
      expect(await silence()).toMatchObject({ stackId });
      expect(await minutesUntilStop(10)).toBeDefined();
      expect(await env.logs(name)).toMatchObject([{ action: 'STOP', by: 'silence' }, {}]);
    },
  );

  it('asks EC2 about silent servers only', async () => {
    env.servers.silent.machine = 'gone';
    for (let minutes = 0; minutes < 5; minutes++) {
      await report();
      await watch();
      env.clock.advance(minute);
    }
    expect(await env.logs(name)).toMatchObject([{ action: 'START' }]);
  });

  it('stops a server that never reported, whose page says when its report was due', async () => {
    const due = async () => (await env.api.detail(name)).awsStackInfo?.firstReport;
    const started = (await env.logs(name))[0]?.syncTime ?? 0;
    expect(await due()).toEqual({ dueAt: started + 3 * minute, isLate: false });
    env.clock.advance(3 * minute);
    expect(await due()).toMatchObject({ isLate: true });
    await report();
    expect(await due()).toBeUndefined();
    await env.api.restart(name);
    await env.finish();
    stackId = (await env.stacks.findStack(name))?.stackId ?? '';
    expect(await due()).toMatchObject({ isLate: false });
    expect(await minutesUntilStop(30)).toBeLessThanOrEqual(13);
  });

  it('gives a server time after its first news of it, because the watchdog may have been away as well', async () => {
    await report();
    env.clock.advance(60 * minute);
    await watch();
    expect(await env.logs(name)).toMatchObject([{ action: 'START' }]);
    await report();
    expect(await minutesUntilStop(8)).toBeUndefined();
  });

  it('does nothing for another server of the same name, and while an action is in progress', async () => {
    await report();
    env.clock.advance(20 * minute);
    await watch('arn:another');
    expect(await silence()).toBeUndefined();
    await env.api.restart(name);
    await watch();
    expect(await silence()).toBeUndefined();
    await handleServerEvent(env.ports, { 'detail-type': 'Watch', detail: { stackName: 'HomePage', stackId } });
  });

  it('takes up an action that died before its workflow', async () => {
    env.executions.mode = 'dies';
    await expect(env.api.stop(name)).rejects.toThrow('no answer');
    env.executions.mode = 'normal';
    env.clock.advance(2 * minute);
    await watch();
    expect(env.lastStarted()).toMatchObject({ action: 'STOP', stackName: name });
    await env.finish();
    expect(await env.statusOf(name)).toBeNull();
  });

  it('warns players fifteen and five minutes before the scheduled stop', async () => {
    const { stopsAtMs } = (await env.store.getState(name, 1)).lock.launch ?? {};
    env.servers.warnings.length = 0;
    env.clock.advance((stopsAtMs ?? 0) - env.clock.now() - 20.5 * minute);
    for (let minutes = 0; minutes < 20; minutes++) {
      // SSM does not take the first command, so the warning comes a minute late.
      env.servers.isRegistered = minutes !== 6;
      await report();
      await watch();
      env.clock.advance(minute);
    }
    expect(env.servers.warnings).toEqual([`instance of ${name}: 14`, `instance of ${name}: 5`]);
  });

  it('leaves a failed stop to its plan, and says when that tries again', async () => {
    env.cloudFormation.setMode('deleteFails');
    await minutesUntilStop(30);
    await env.untilFailed();
    const [stop] = await env.logs(name);
    expect(stop).toMatchObject({ syncStatus: 'FAILED', by: 'silence' });
    expect(stop?.reason).toContain('The next try is in');
    const started = env.executions.started.length;
    await minutesUntilStop(20);
    expect(env.executions.started).toHaveLength(started);
  });
});

describe('a server whose clock is wrong', () => {
  it('counts as reporting, however far its clock is behind', async () => {
    await report(86_400_000);
    expect((await env.store.getState(name, 1)).players).toMatchObject({
      seenAtMs: env.clock.now(),
      lastPlayedAtMs: env.clock.now(),
    });
    env.clock.advance(minute);
    await report(2 * minute);
    await watch();
    expect(await silence()).toBeUndefined();
  });
});

const topics = () => env.newsOf(name).map(({ topic }) => topic);

/** The template of the tests has no address either. */
async function findAddressed(stackName: string) {
  const stack = await findServer(stackName);
  const place = [
    { outputKey: 'ServerAddress', outputValue: '192.0.2.1' },
    { outputKey: 'ServerPort', outputValue: '19132' },
  ];
  return stack && { ...stack, outputs: [...stack.outputs, ...place] };
}

describe('the news of a server', () => {
  it('is that the game answers and that the first player has joined, once each', async () => {
    await report(0, null);
    await watch();
    expect(topics()).toEqual([]);
    for (const online of [0, 0, 2, 0, 1, null, 1]) {
      await report(0, online);
      await watch();
      env.clock.advance(minute);
    }
    expect(topics()).toEqual(['serverUp', 'firstPlayer']);
    const { stopsAtMs } = (await env.store.getState(name, 1)).lock.launch ?? {};
    expect(env.newsOf(name)[0]).toMatchObject({ untilMs: stopsAtMs, url: stackPage(name) });
  });

  it('has the address at which the game is reached', async () => {
    await report(0, 0);
    const event = { 'detail-type': 'Watch', detail: { stackName: name, stackId } };
    env.clock.advance(minute);
    await handleServerEvent({ ...env.ports, stacks: { ...env.stacks, findStack: findAddressed } }, event);
    expect(env.newsOf(name)).toMatchObject([{ topic: 'serverUp', title: '192.0.2.1:19132' }]);
  });

  it('is that a server stops soon, once for each time of the stop', async () => {
    const { stopsAtMs = 0 } = (await env.store.getState(name, 1)).lock.launch ?? {};
    env.clock.advance((stopsAtMs ?? 0) - env.clock.now() - 16.5 * minute);
    for (let minutes = 0; minutes < 5; minutes++) {
      await report(0, 0);
      await watch();
      env.clock.advance(minute);
    }
    expect(topics()).toEqual(['serverUp', 'serverStopping']);
    expect(env.newsOf(name)[1]).toMatchObject({ untilMs: stopsAtMs });
  });

  it('is that a server is silent, once for each silence', async () => {
    await report(0, 0);
    for (let minutes = 0; minutes < 5; minutes++) {
      await watch();
      env.clock.advance(minute);
    }
    expect(topics()).toEqual(['serverUp', 'serverSilent']);
    await report(0, 0);
    for (let minutes = 0; minutes < 5; minutes++) {
      await watch();
      env.clock.advance(minute);
    }
    expect(topics()).toEqual(['serverUp', 'serverSilent', 'serverSilent']);
    expect(new Set(env.newsOf(name).map(({ newsId }) => newsId)).size).toBe(3);
  });

  it('is told later, and does not keep a server from being looked after, while it cannot be told', async () => {
    env.news.isDown = true;
    await report();
    env.clock.advance(4 * minute);
    await expect(watch()).rejects.toThrow('the news table is down');
    expect(env.servers.reportsAskedOf).toHaveLength(1);
    expect(await silence()).toBeDefined();
    env.news.isDown = false;
    env.clock.advance(minute);
    await watch();
    expect(topics()).toEqual(['serverUp', 'firstPlayer', 'serverSilent']);
  });

  it('keeps its id when it was told and not remembered', async () => {
    await report();
    const store = { ...env.store, putTold: () => Promise.reject(new Error('crash')) };
    const event = { 'detail-type': 'Watch', detail: { stackName: name, stackId } };
    await expect(handleServerEvent({ ...ports, store }, event)).rejects.toThrow('crash');
    await watch();
    await watch();
    const ids = env.newsOf(name).map(({ newsId }) => newsId);
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
  });
});
