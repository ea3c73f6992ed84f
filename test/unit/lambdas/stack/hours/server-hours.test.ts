import { describe, expect, it } from '@jest/globals';
import { stackRoutes } from 'lambdas/stack/routes';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { person } from '../../../../support/person.ts';

const env = await useStackTestEnvironment();
const hourMs = 3_600_000;
const people = {
  ann: person('ann', 'Ann'),
  bob: person('bob', 'Bob'),
};

/** Creates two stacks of their own with these limits, at the given time. */
function site(personHours: number, siteHours: number, time: string) {
  const names = [env.newStack({ maxUptimeHours: 6 }), env.newStack({ maxUptimeHours: 6 })];
  const configured = async () => (await env.ports.configured()).filter(({ name }) => names.includes(name));
  const routes = stackRoutes({ ...env.ports, configured, serverHourLimits: { person: personHours, site: siteHours } });
  const call =
    (action: 'startStack' | 'restartStack' | 'stopStack') =>
    async (stackName: string, user: keyof typeof people = 'ann') => {
      await routes[action]({ params: { stackName }, query: {}, body: {}, user: people[user] });
      const input = env.lastStarted();
      return { input, hours: (input.stopsAtMs ?? env.clock.now()) / hourMs - env.clock.now() / hourMs };
    };
  env.clock.advance(Date.parse(time) - env.clock.now());
  const [one = '', other = ''] = names;
  return { one, other, routes, start: call('startStack'), restart: call('restartStack'), stop: call('stopStack') };
}

describe('the server hours of a month', () => {
  it('shorten the uptime of the last server, and refuse the next start until the month ends', async () => {
    const { one, other, start, stop, restart } = site(8, 100, '2027-01-10T00:00:00Z');
    expect((await start(one)).hours).toBe(6);
    await env.finish();
    env.clock.advance(5.5 * hourMs);
    expect((await start(other)).hours).toBeLessThanOrEqual(2);
    await env.finish();
    env.clock.advance(2 * hourMs);
    for (const name of [one, other]) {
      await stop(name);
      await env.finish();
      env.clock.advance(10_000);
    }
    for (const begin of [start, restart])
      await expect(begin(one)).rejects.toMatchObject({
        code: 'tooMany',
        message: 'Your limit of 8 server hours a month is used up or reserved by running servers.',
        detail: { limitEndsAt: Date.parse('2027-02-01T00:00:00Z'), retryAfterSeconds: expect.any(Number) },
      });
    expect((await start(one, 'bob')).hours).toBe(6);
    await env.finish();
    env.clock.advance(Date.parse('2027-02-01T00:00:00Z') - env.clock.now());
    expect((await start(other)).hours).toBe(6);
  });

  it('count running servers until their scheduled stops', async () => {
    const { one, other, start } = site(100, 7, '2027-03-10T00:00:00Z');
    await start(one);
    await env.finish();
    expect((await start(other, 'bob')).hours).toBeCloseTo(1, 1);
    await env.finish();
    // The hour of the other server itself is not used up.
    await expect(start(other, 'bob')).rejects.toMatchObject({
      message: expect.stringMatching(/^The server cannot stay/),
    });
  });

  it('count a server that is being created', async () => {
    const { one, other, start } = site(100, 6, '2027-04-10T00:00:00Z');
    await start(one);
    await expect(start(other, 'bob')).rejects.toMatchObject({
      message: 'The site’s limit of 6 server hours a month is used up or reserved by running servers.',
    });
  });

  it('admit one of two concurrent starts when there is room for one', async () => {
    const { one, other, start } = site(6, 6, '2027-05-10T00:00:00Z');
    const answers = await Promise.allSettled([start(one, 'ann'), start(other, 'bob')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('of the next month are used by a server that runs into it', async () => {
    const { one, other, start } = site(5, 100, '2027-05-31T22:00:00Z');
    expect((await start(one)).hours).toBe(6);
    await env.finish();
    env.clock.advance(Date.parse('2027-05-31T23:30:00Z') - env.clock.now());
    // The other server has used and will use four hours of June.
    expect((await start(other)).hours).toBeCloseTo(1.5, 2);
  });

  it('are shown to each person, without those of others, with the limit of a person', async () => {
    const { one, other, routes, start } = site(50, 100, '2027-06-10T00:00:00Z');
    await start(one);
    await env.finish();
    env.clock.advance(1.5 * hourMs);
    await start(other, 'bob');
    env.clock.advance(hourMs);
    const hoursOf = (user: keyof typeof people) =>
      routes.getServerHours({ params: {}, query: {}, body: {}, user: people[user] });
    expect(await hoursOf('ann')).toEqual({ hours: expect.closeTo(2.5, 1), hourLimit: 50, siteHourLimit: 100 });
    expect(await hoursOf('bob')).toEqual({ hours: expect.closeTo(1, 1), hourLimit: 50, siteHourLimit: 100 });
    await env.finish();
  });

  it('of one server are shown with its price, whoever started it', async () => {
    const { one, other, routes, start } = site(50, 100, '2027-09-10T00:00:00Z');
    await start(one);
    await env.finish();
    env.clock.advance(1.5 * hourMs);
    const hoursOf = (stackName: string) =>
      routes.getStackHours({ params: { stackName }, query: {}, body: {}, user: people.bob });
    expect(await hoursOf(one)).toEqual({
      hours: expect.closeTo(1.5, 1),
      instanceType: 't3.small',
      hourlyPrice: 0.02,
      maxUptimeHours: 6,
    });
    expect(await hoursOf(other)).toMatchObject({ hours: 0 });
    await expect(hoursOf('elsewhere')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('come with the size of the server', async () => {
    const stackName = env.newStack({ parameters: { InstanceType: 't3.large' } });
    const routes = stackRoutes(env.ports);
    const shown = await routes.getStackHours({ params: { stackName }, query: {}, body: {}, user: people.bob });
    expect(shown.instanceType).toBe('t3.large');
  });

  it('are the reason of a stop that comes earlier because of them', async () => {
    const { one, start } = site(2, 100, '2027-08-10T00:00:00Z');
    await start(one);
    await env.finish();
    await env.drive(env.lastScheduledStop());
    expect((await env.logs(one))[0]).toMatchObject({ action: 'STOP', by: 'hours', syncStatus: 'SUCCEEDED' });
    expect(env.events.at(-1)).toMatchObject({ kind: 'stackStopped', by: 'site', route: 'hours', subject: one });
  });

  it('are shown to the owner with their limit', async () => {
    const { routes } = site(5, 100, '2027-07-01T00:00:00Z');
    expect(await routes.getStackCosts({ params: {}, query: {}, body: {}, user: people.ann })).toMatchObject({
      month: '2027-07',
      hourLimit: 100,
    });
  });
});
