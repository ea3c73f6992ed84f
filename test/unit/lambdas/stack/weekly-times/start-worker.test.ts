import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import { handleServerEvent, type ServerEventPorts } from 'lambdas/stack/handle-server-event';
import { allRights, noRights } from 'lambdas/stack/rights/rights';
import { timesRoutes } from 'lambdas/stack/weekly-times/times-routes';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { person } from '../../../../support/person.ts';

const env = await useStackTestEnvironment();
const user = person('cognito|ann', 'Ann');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const daily = [0, 1, 2, 3, 4, 5, 6];

/** An event starts the servers of all tests, so each test takes its times back. */
afterEach(async () => {
  const routes = timesRoutes(env.ports);
  for (const { stackName, version } of await env.ports.store.listWeeklyTimes()) {
    const given = { params: { stackName }, query: {}, user };
    await routes.setWeeklyTimes({ ...given, body: { version, timeZone: 'UTC', times: [] } });
  }
});

/** Creates weekly times of a stack on the next day, from 20:00 to 24:00. */
async function stackWithTimes(change: Parameters<typeof env.newStack>[0] = {}) {
  const name = env.newStack(change);
  const dayMs = (Math.floor(env.clock.now() / (24 * hourMs)) + 1) * 24 * hourMs;
  const routes = timesRoutes(env.ports);
  const given = { params: { stackName: name }, query: {}, user };
  const times = [{ days: [new Date(dayMs).getUTCDay()], from: '20:00', until: '24:00' }];
  const set = (version: number, stackName = name) =>
    routes.setWeeklyTimes({ ...given, params: { stackName }, body: { version, timeZone: 'UTC', times } });
  const at = (hours: number) => dayMs + hours * hourMs;
  const moveTo = (hours: number) => env.clock.advance(at(hours) - env.clock.now());
  moveTo(12);
  await set(0);
  return {
    name,
    at,
    moveTo,
    set,
    get: async () => (await routes.getWeeklyTimes({ ...given, body: {} })).data,
    plan: async () => (await env.api.detail(name)).plan,
  };
}

const messageOf = (error: unknown) => (error instanceof AppError && error.code === 'invalid' ? error.message : 'other');

const look = (change: Partial<ServerEventPorts> = {}) =>
  handleServerEvent({ ...env.ports, ...change }, { 'detail-type': 'Weekly' });

describe('weekly times', () => {
  it('start a server at their beginning, until their end, on the hours of the person who chose them', async () => {
    const { name, at, moveTo, plan } = await stackWithTimes();
    expect(await plan()).toEqual({ nextStart: at(20), missed: null });
    moveTo(19.75);
    await look();
    expect(await env.logs(name)).toEqual([]);
    moveTo(20);
    await look();
    expect((await env.store.getState(name, 1)).actions).toMatchObject([
      { action: 'START', by: 'schedule', userId: user.userId, stopsAtMs: at(24) },
    ]);
    expect(env.lastScheduledStop()).toMatchObject({ notBefore: new Date(at(24)).toISOString(), by: 'schedule' });
    expect(env.events.findLast(({ subject }) => subject === name)).toMatchObject({
      kind: 'stackStarted',
      route: 'schedule',
      by: 'site',
    });
    // The event arrives again, and at the next quarters.
    await look();
    moveTo(20.25);
    await look();
    expect(await env.logs(name)).toHaveLength(1);
    expect(await plan()).toEqual({ nextStart: at(20 + 7 * 24), missed: null });
  });

  it('start a server once: one that was stopped meanwhile stays so', async () => {
    const { name, moveTo } = await stackWithTimes();
    moveTo(20);
    await look();
    await env.finish();
    await env.api.stop(name);
    await env.finish();
    moveTo(21);
    await look();
    expect((await env.logs(name))[0]).toMatchObject({ action: 'STOP' });
  });

  it('move the stop of a server that is up, but never to a sooner time', async () => {
    const { name, at, moveTo } = await stackWithTimes({ maxUptimeHours: 12 });
    moveTo(13);
    await env.api.start(name);
    await env.finish();
    const stopsAt = async () => (await env.store.getState(name, 1)).lock.launch?.stopsAtMs;
    const { stopsAtMs: first = 0 } = (await env.store.getState(name, 1)).lock.launch ?? {};
    expect(first).toBeGreaterThan(at(24));
    moveTo(20);
    await look();
    expect(await stopsAt()).toBe(first);

    const other = await stackWithTimes();
    other.moveTo(17);
    await env.api.start(other.name);
    await env.finish();
    other.moveTo(20);
    await look();
    await env.finish();
    expect((await env.store.getState(other.name, 1)).lock.launch?.stopsAtMs).toBe(other.at(24));
    expect((await env.logs(other.name))[0]).toMatchObject({ action: 'START', by: 'schedule' });
  });

  it('are tried again when the start could not begin, and say when they were missed', async () => {
    const { name, at, moveTo, plan } = await stackWithTimes();
    moveTo(20);
    env.executions.mode = 'refuses';
    await look();
    expect(await plan()).toMatchObject({ missed: null });
    moveTo(23.75);
    await look();
    expect(await plan()).toMatchObject({ missed: null });
    moveTo(24);
    await look();
    const missed = { time: at(20), reason: 'The server could not be started in that time.' };
    expect(await plan()).toEqual({ nextStart: at(20 + 7 * 24), missed });
    env.executions.mode = 'normal';
    moveTo(20 + 7 * 24);
    await look();
    expect((await env.logs(name))[0]).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
    expect((await plan()).missed).toBeNull();
  });

  it('are tried again when the start has failed, until somebody takes care of it', async () => {
    const { name, moveTo, plan } = await stackWithTimes();
    moveTo(20);
    await look();
    env.cloudFormation.setMode('createFails');
    await env.finish();
    expect((await env.logs(name))[0]).toMatchObject({ action: 'START', syncStatus: 'FAILED' });
    moveTo(20.25);
    await look();
    expect(await env.logs(name)).toHaveLength(2);
    await env.finish();
    await env.api.stop(name);
    await env.finish();
    moveTo(20.5);
    await look();
    expect((await env.logs(name))[0]).toMatchObject({ action: 'STOP' });
    expect(await plan()).toMatchObject({ missed: null });
  });

  it('give a start up that fails again and again, and say why', async () => {
    const { name, at, moveTo, plan } = await stackWithTimes();
    for (const hours of [20, 20.25, 20.5, 20.75, 21, 21.25]) {
      moveTo(hours);
      env.cloudFormation.setMode('createFails');
      await look();
      await env.finish();
    }
    const logs = await env.logs(name);
    expect(logs.map(({ action, syncStatus }) => `${action} ${syncStatus}`)).toEqual(Array(4).fill('START FAILED'));
    const reason = `It failed every time. The last reason: ${logs[0]?.reason}`;
    expect((await plan()).missed).toEqual({ time: at(20), reason });
  });

  it('tell at once which limit refuses the start, and start when it does not any more', async () => {
    const { name, at, moveTo, plan } = await stackWithTimes();
    moveTo(20);
    await look({ serverHourLimits: { person: 0, site: 1e6 } });
    expect((await plan()).missed).toEqual({ time: at(20), reason: expect.stringContaining('server hours a month') });
    moveTo(20.25);
    await look();
    expect((await plan()).missed).toBeNull();
    expect(await env.logs(name)).toHaveLength(1);
  });

  it('end with the rights of the person who chose them', async () => {
    const { name, at, moveTo, plan } = await stackWithTimes();
    const asked = new Set<string>();
    const rightsOf = async ({ email }: { email: string }) => {
      asked.add(email);
      return { of: () => ({ ...allRights, stop: false }), isForEveryone: false };
    };
    moveTo(20);
    await look({ rightsOf });
    expect([...asked]).toEqual([user.email]);
    expect(await env.logs(name)).toEqual([]);
    expect((await plan()).missed).toEqual({ time: at(20), reason: expect.stringContaining('may not start') });
    // The owner gives them back.
    moveTo(20.25);
    await look();
    expect(await env.logs(name)).toHaveLength(1);
  });

  it('of one stack do not keep others from starting', async () => {
    const [damaged, other] = [await stackWithTimes(), env.newStack()];
    await damaged.set(0, other);
    const store = {
      ...env.store,
      async noteStart(...[times, result]: Parameters<typeof env.store.noteStart>) {
        if (times.stackName === damaged.name) throw new Error('damaged');
        return env.store.noteStart(times, result);
      },
    };
    damaged.moveTo(20);
    await expect(look({ store })).rejects.toThrow('damaged');
    expect(await env.logs(other)).toHaveLength(1);
  });

  it('count from the next beginning when they are chosen, and once for two people who have seen the same version', async () => {
    const { name, moveTo, set, get } = await stackWithTimes();
    expect(await get()).toMatchObject({ version: 1, by: 'Ann', timeZone: 'UTC' });
    moveTo(20);
    await set(1);
    await expect(set(1)).rejects.toBeInstanceOf(AppError);
    await look();
    expect(await env.logs(name)).toEqual([]);
  });

  it.each<{ about: string; times: [days: number[], from: string, until: string][]; refused?: string }>([
    { about: 'one as long as the server may run', times: [[[5], '20:00', '02:00']] },
    { about: 'a longer one', times: [[[5], '20:00', '02:15']], refused: '6 hours at most' },
    {
      about: 'two that follow each other, of which the second one moves the stop on',
      times: [
        [[5], '20:00', '24:00'],
        [[6], '00:00', '03:00'],
      ],
    },
    {
      about: 'two that follow each other when the server may not run on until the second one',
      times: [
        [[6], '18:00', '24:00'],
        [[0], '00:00', '03:00'],
      ],
      refused: '6 hours at most',
    },
    {
      about: 'two that overlap long enough',
      times: [
        [[6], '18:00', '24:00'],
        [[6], '23:45', '03:00'],
      ],
    },
    {
      about: 'one that ends with a longer one around it',
      times: [
        [[5], '12:00', '18:00'],
        [[5], '17:00', '17:30'],
        [[5], '18:00', '23:30'],
      ],
      refused: '6 hours at most',
    },
    {
      about: 'some that go on from day to day',
      times: [
        [daily, '00:00', '06:00'],
        [daily, '05:30', '11:30'],
        [daily, '11:00', '17:00'],
        [daily, '16:30', '22:30'],
        [daily, '22:00', '00:30'],
      ],
    },
    {
      about: 'some that go on from day to day, with one that does not overlap long enough',
      times: [
        [daily, '00:00', '06:00'],
        [daily, '06:00', '12:00'],
        [daily, '11:45', '17:45'],
        [daily, '17:30', '23:30'],
        [daily, '23:15', '00:30'],
      ],
      refused: '6 hours at most',
    },
    { about: 'the shortest one', times: [[[5], '20:00', '20:30']] },
    {
      about: 'one that the site would always call missed',
      times: [[[5], '20:00', '20:15']],
      refused: 'less than 30 minutes',
    },
    {
      about: 'a short one that another one goes on',
      times: [
        [[6], '23:45', '24:00'],
        [[0], '00:00', '03:00'],
      ],
    },
  ])('are those that the site can keep: $about', async ({ times, refused }) => {
    const params = { stackName: env.newStack({ maxUptimeHours: 6 }) };
    const { setWeeklyTimes } = timesRoutes(env.ports);
    const chosen = times.map(([days, from, until]) => ({ days, from, until }));
    const saved = setWeeklyTimes({ params, query: {}, user, body: { version: 0, timeZone: 'UTC', times: chosen } });
    const problem = await saved.then(() => 'none', messageOf);
    expect(problem).toContain(refused ?? 'none');
  });

  it('are chosen by people with access only, for configured stacks', async () => {
    const name = env.newStack();
    const given = { query: {}, user, body: { version: 0, timeZone: 'UTC', times: [] } };
    const none = timesRoutes({ ...env.ports, rightsOf: async () => ({ of: () => noRights, isForEveryone: false }) });
    const set = (stackName: string) => none.setWeeklyTimes({ ...given, params: { stackName } });
    await expect(set(name)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(set('HomePage')).rejects.toMatchObject({ code: 'notFound' });
    expect(await none.getWeeklyTimes({ ...given, body: {}, params: { stackName: name } })).toEqual({
      data: { version: 0, by: '', timeZone: 'UTC', times: [] },
    });
    expect((await env.api.detail(name)).plan).toEqual({ nextStart: null, missed: null });
  });
});
