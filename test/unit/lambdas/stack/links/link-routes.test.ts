import { describe, expect, it } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import type { AuditNote } from 'lambdas/platform/audit/audit-event';
import { Reply } from 'lambdas/platform/http/reply';
import { linkRoutes } from 'lambdas/stack/links/link-routes';
import type { LinkPorts } from 'lambdas/stack/links/link-routes';
import type { LinkedServer } from 'shared-types/contract/stack/links';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { person } from '../../../../support/person.ts';

const env = await useStackTestEnvironment();
const owner = person('cognito|owner', 'Olga');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** These calls set no cookies. */
const dataOf = (result: { data: LinkedServer } | Reply<{ data: LinkedServer }>) =>
  (result instanceof Reply ? result.answer : result).data;

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : 'unknown');

let tokens = 0;
const newToken = () => String(++tokens).padStart(43, 'x');
/** Each test is in a network of its own. */
let networks = 0;

const asked = (stackName: string) => ({ params: { stackName }, query: {}, body: {}, user: owner });

function visitor(change: Partial<LinkPorts> = {}) {
  const routes = linkRoutes({ ...env.ports, newToken, ...change });
  const address = `192.0.2.${++networks}`;
  const notes: AuditNote = {};
  const callOf = (stackName: string, secret: string) => ({
    params: {},
    query: {},
    user: undefined,
    body: { stackName, secret },
    request: {
      cookie: () => '',
      header: (name: string) => (name === 'x-viewer-address' ? address : undefined),
      audit: (note: AuditNote) => Object.assign(notes, note),
    },
  });
  return {
    notes,
    look: async (stackName: string, secret: string) => dataOf(await routes.lookByLink(callOf(stackName, secret))),
    start: async (stackName: string, secret: string) => dataOf(await routes.startByLink(callOf(stackName, secret))),
    create: (stackName: string, note = 'Tom') =>
      routes.createStartLink({ ...asked(stackName), body: { note, validFor: 'week' } }),
    list: async (stackName: string) => (await routes.listStartLinks(asked(stackName))).data,
    revoke: (stackName: string, linkRef: string) =>
      routes.revokeStartLink({ ...asked(stackName), params: { stackName, linkRef } }),
  };
}

const refused = { code: 'forbidden', message: expect.stringContaining('This link does not work.') };

describe('a start link', () => {
  it('starts its server for a visitor without an account, as an act of the link on the hours of its maker', async () => {
    const name = env.newStack();
    const { create, look, start, list, notes } = visitor();
    const { secret, link } = await create(name);
    expect(link).toMatchObject({ note: 'Tom', state: 'open', lastStartTime: null });
    expect(await look(name, secret)).toMatchObject({ state: 'off', outputs: [], hasFailed: false });
    expect(env.executions.started.filter(({ stackName }) => stackName === name)).toEqual([]);
    expect(await start(name, secret)).toMatchObject({ state: 'starting', outputs: [] });
    expect(notes).toEqual({ subject: `${name} (Tom)` });
    const { actions } = await env.store.getState(name, 1);
    expect(actions).toMatchObject([{ action: 'START', by: 'the link “Tom”', userId: owner.userId }]);
    expect(await list(name)).toEqual([{ ...link, lastStartTime: env.clock.now() }]);
    await env.finish();
    env.clock.advance(10_000);
    const server = await look(name, secret);
    expect(server).toMatchObject({ state: 'up', stopsAt: expect.any(Number), expiryTime: link.expiryTime });
    expect(server.outputs.map(({ outputKey }) => outputKey)).toEqual(['Address']);
  });

  it('starts a server once, however often it is used while it starts and runs', async () => {
    const name = env.newStack();
    const { create, start, notes } = visitor();
    const { secret } = await create(name, '');
    await start(name, secret);
    await start(name, secret);
    expect(notes).toEqual({ subject: name, isNothing: true });
    await env.finish();
    env.clock.advance(11 * minuteMs);
    const { stopsAt } = await start(name, secret);
    expect((await env.store.getState(name, 5)).actions).toMatchObject([{ by: 'a link' }]);
    expect(stopsAt).toBe((await env.store.getState(name, 1)).lock.launch?.stopsAtMs);
    // Somebody lets it run longer, and its players still find it.
    await env.api.start(name);
    expect(await start(name, secret)).toMatchObject({ state: 'up', outputs: [{ outputKey: 'Address' }] });
  });

  it('shows the last known state while CloudFormation does not answer, and starts nothing by it', async () => {
    const name = env.newStack();
    const { create, look, start } = visitor();
    const { secret } = await create(name);
    const { expiryTime } = await look(name, secret);
    const seenAt = env.clock.now();
    env.clock.advance(minuteMs);
    env.cloudFormation.setMode('throttled');
    expect(await look(name, secret)).toMatchObject({ state: 'off', expiryTime, outdatedSince: seenAt });
    await expect(start(name, secret)).rejects.toMatchObject({ code: 'unavailable' });
    env.cloudFormation.setMode('normal');
    env.clock.advance(minuteMs);
    expect(await look(name, secret)).not.toHaveProperty('outdatedSince');
  });

  it('does not run a server up and down: it starts once in ten minutes', async () => {
    const name = env.newStack();
    const { create, look, start } = visitor();
    const { secret } = await create(name);
    const startedAt = env.clock.now();
    await start(name, secret);
    await env.api.stop(name);
    await expect(start(name, secret)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The server is shutting down. Try again in a few minutes.',
    });
    await env.finish();
    await expect(start(name, secret)).rejects.toMatchObject({
      code: 'tooMany',
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    const startableFrom = startedAt + 10 * minuteMs;
    expect(await look(name, secret)).toMatchObject({ state: 'off', startableFrom });
    env.clock.advance(startableFrom - env.clock.now());
    expect(await look(name, secret)).not.toHaveProperty('startableFrom');
    expect(await start(name, secret)).toMatchObject({ state: 'starting' });
  });

  it('lets one of two start when both press at the same time', async () => {
    const name = env.newStack();
    const { create, start } = visitor();
    const { secret } = await create(name);
    await Promise.allSettled([start(name, secret), start(name, secret), start(name, secret)]);
    expect((await env.store.getState(name, 5)).actions).toHaveLength(1);
  });

  it.each(['refuses', 'dies'] as const)(
    'can be used again at once when the start could not begin (%s)',
    async (mode) => {
      const name = env.newStack();
      const { create, start, list } = visitor();
      const { secret } = await create(name);
      env.executions.mode = mode;
      await expect(start(name, secret)).rejects.toMatchObject({ code: 'unavailable' });
      expect((await list(name))[0]?.lastStartTime).toBeNull();
    },
  );

  it('tells its holder no name of a person or of another server', async () => {
    const [one, other] = [env.newStack(), env.newStack()];
    const configured = async () => (await env.ports.configured()).filter(({ name }) => [one, other].includes(name));
    const { create, start } = visitor({ configured, maxRunningStacks: 1 });
    const { secret } = await create(one);
    await env.api.start(other);
    const error: unknown = await start(one, secret).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds: 60 } });
    expect(JSON.stringify([error, String(error)])).not.toContain(other);
  });
});

describe('a link that does not work', () => {
  it.each<[string, (name: string) => string, number]>([
    ['of another server', () => env.newStack(), 0],
    ['of a server that is not configured', () => 'HomePage', 0],
    ['that has expired', (name) => name, 7 * dayMs],
  ])('is refused in the same words, and starts nothing: one %s', async (_, nameOf, laterMs) => {
    const name = env.newStack();
    const { create, look, start, list } = visitor();
    const { secret } = await create(name);
    const other = nameOf(name);
    env.clock.advance(laterMs);
    const started = env.executions.started.length;
    await expect(look(other, secret)).rejects.toMatchObject(refused);
    await expect(start(other, secret)).rejects.toMatchObject(refused);
    expect(env.executions.started).toHaveLength(started);
    expect((await list(name))[0]?.state).toBe(laterMs === 0 ? 'open' : 'expired');
  });

  it('is one that was revoked, also while it is used, and stays revoked', async () => {
    const name = env.newStack();
    const { create, look, start, list, revoke } = visitor();
    const { secret, link } = await create(name);
    expect(await revoke(name, link.linkRef)).toEqual({});
    expect(await revoke(name, link.linkRef)).toEqual({});
    await expect(look(name, secret)).rejects.toMatchObject(refused);
    await expect(start(name, secret)).rejects.toMatchObject(refused);
    expect(await list(name)).toMatchObject([{ state: 'revoked' }]);
    await expect(revoke(name, 'f'.repeat(64))).rejects.toMatchObject({ code: 'notFound' });
    expect(await list(name)).toHaveLength(1);
    // The revocation comes between the look at the link and its start.
    const racing = await create(name, 'Eve');
    const store = {
      ...env.store,
      async claimStart(...[found, nowMs]: Parameters<typeof env.store.claimStart>) {
        await revoke(name, found.linkRef);
        return env.store.claimStart(found, nowMs);
      },
    };
    await expect(visitor({ store }).start(name, racing.secret)).rejects.toMatchObject(refused);
  });

  it('is looked up twenty times for one network within ten minutes, also by guesses at the same time', async () => {
    const name = env.newStack();
    const { create, look } = visitor();
    const { secret } = await create(name);
    for (let times = 0; times < 30; times++) await look(name, secret);
    const guesses = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => look(name, String(index).padStart(43, 'g'))),
    );
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? codeOf(guess.reason) : 'right'));
    expect(codes.filter((code) => code === 'forbidden')).toHaveLength(20);
    expect(codes.filter((code) => code === 'tooMany')).toHaveLength(20);
    // From there on even the right one is not tried.
    await expect(look(name, secret)).rejects.toMatchObject({ code: 'tooMany' });
    expect(await visitor().look(name, secret)).toMatchObject({ state: 'off' });
    env.clock.advance(10 * minuteMs);
    expect(await look(name, secret)).toMatchObject({ state: 'off' });
  });
});

describe('the links of unknown stacks', () => {
  it('are not found', async () => {
    const { create, list, revoke } = visitor();
    for (const call of [create('HomePage'), list('HomePage'), revoke('HomePage', 'f'.repeat(64))])
      await expect(call).rejects.toMatchObject({ code: 'notFound' });
  });
});
