import { describe, expect, it } from '@jest/globals';
import { readUptimes } from 'lambdas/stack/hours/server-hours';
import { moveStop } from 'lambdas/stack/workflow/move-stop';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();

const minute = 60_000;
const hour = 60 * minute;
const ann = { name: 'Ann', userId: 'cognito|ann' };
const bob = { name: 'Bob', userId: 'cognito|bob' };
const eve = { name: 'Eve', userId: 'cognito|eve' };

const stopsAt = async (name: string) => (await env.api.detail(name)).awsStackInfo?.stopsAt ?? 0;

/** Moves the scheduled stop of the stack from a time, or from its present time, to another one, relative to now. */
async function move(name: string, inMs: number, { fromMs, user = ann, ports = env.ports } = defaults) {
  const stack = (await env.ports.configured()).find((each) => each.name === name);
  if (!stack) throw new Error('the stack is not configured');
  const from = fromMs ?? (await stopsAt(name));
  return moveStop(ports, stack, user, { fromMs: from, untilMs: env.clock.now() + inMs });
}
const defaults: { fromMs?: number; user?: typeof ann; ports?: typeof env.ports } = {};

describe('the scheduled stop of a running server', () => {
  it.each([
    ['later', 5.5],
    ['sooner', 1],
  ])('is moved to a %s time, and stops the server then', async (_, hours) => {
    const name = await env.startedStack({ maxUptimeHours: 6 });
    env.clock.advance(hour);
    const before = env.lastScheduledStop();
    const start = await move(name, hours * hour);
    await env.finish();
    const after = env.lastScheduledStop();
    expect(await stopsAt(name)).toBe(start.stopsAtMs);
    expect(Date.parse(after.notBefore)).toBe(start.stopsAtMs);
    expect(await env.logs(name)).toMatchObject([{ action: 'START', by: 'Ann', syncStatus: 'SUCCEEDED' }, {}]);
    await env.drive(after);
    expect(await env.statusOf(name)).toBeNull();
    expect(await env.drive(before)).toEqual({ steps: 1 });
  });

  it('stops nothing at the time from which it was moved', async () => {
    const name = await env.startedStack({ maxUptimeHours: 6 });
    env.clock.advance(hour);
    const before = env.lastScheduledStop();
    await move(name, 5.5 * hour);
    await env.finish();
    expect(await env.drive(before)).toEqual({ steps: 1 });
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('is never later than a start would allow now', async () => {
    const name = await env.startedStack({ maxUptimeHours: 6 });
    env.clock.advance(2 * hour);
    const { stopsAtMs } = await move(name, 24 * hour);
    expect(stopsAtMs).toBe(env.clock.now() + 6 * hour);
  });

  it('stays when the hours of the user allow no later one', async () => {
    const name = await env.startedStack({ maxUptimeHours: 6 });
    env.clock.advance(hour);
    const ports = { ...env.ports, serverHourLimits: { person: 3, site: 1e6 } };
    await expect(move(name, 7 * hour, { user: eve, ports })).rejects.toMatchObject({ code: 'tooMany' });
    expect((await move(name, 2 * hour, { user: eve, ports })).stopsAtMs).toBe(env.clock.now() + 2 * hour);
  });

  it('is moved sooner although no limit allows a start, and the rest still counts for the person before', async () => {
    const name = await env.startedStack({ maxUptimeHours: 6 });
    env.clock.advance(hour);
    const ports = { ...env.ports, maxRunningStacks: 0, serverHourLimits: { person: 0, site: 0 } };
    const { stopsAtMs } = await move(name, 2 * hour, { user: eve, ports });
    expect(stopsAtMs).toBe(env.clock.now() + 2 * hour);
    await env.finish();
    expect(await stopsAt(name)).toBe(stopsAtMs);
    const { uptimes } = await readUptimes(env.ports, name);
    expect(uptimes.map(({ userId }) => userId)).toEqual(Array(2).fill(ann.userId));
  });

  it('is not moved sooner by the start of a person with few hours', async () => {
    const name = await env.startedStack({ maxUptimeHours: 6 });
    const before = await stopsAt(name);
    env.clock.advance(hour);
    // The servers of other tests use up no hours here.
    const configured = async () => (await env.ports.configured()).filter((each) => each.name === name);
    const api = env.apiWith({ configured, serverHourLimits: { person: 3, site: 1e6 } });
    await expect(api.start(name)).rejects.toMatchObject({ code: 'tooMany' });
    expect(await stopsAt(name)).toBe(before);
    // A server that is off is started for these hours.
    await env.api.stop(name);
    await env.finish();
    env.clock.advance(10_000);
    await api.start(name);
    await env.finish();
    expect(await stopsAt(name)).toBeLessThan(before);
  });

  it('is moved once for two people who have seen the same time', async () => {
    const name = await env.startedStack();
    env.clock.advance(2 * hour);
    const fromMs = await stopsAt(name);
    const both = () =>
      Promise.allSettled([move(name, 5 * hour, { fromMs }), move(name, 5 * hour, { fromMs, user: bob })]);
    expect((await both()).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await env.finish();
    await expect(move(name, 5.5 * hour, { fromMs, user: bob })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('moved in the meantime'),
    });
  });

  it('is not moved to the next minutes, and not for a server that does not run', async () => {
    const name = await env.startedStack();
    await expect(move(name, 4 * minute)).rejects.toMatchObject({ code: 'invalid' });
    const fromMs = await stopsAt(name);
    await env.api.stop(name);
    await expect(move(name, hour, { fromMs })).rejects.toMatchObject({ code: 'conflict' });
    await env.finish();
    env.clock.advance(10_000);
    await expect(move(name, hour, { fromMs })).rejects.toMatchObject({ code: 'conflict' });
    expect(await env.statusOf(name)).toBeNull();
  });
});
