import { describe, expect, it } from '@jest/globals';
import { allRights, configuredRights, noRights, userRights } from 'lambdas/stack/rights/rights';
import { rightsRoutes } from 'lambdas/stack/rights/rights-routes';
import { stackRoutes } from 'lambdas/stack/routes';
import { person } from '../../../../support/person.ts';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();
const ownerEmail = 'owner@example.org';

const userWith = (email = 'nobody@example.org') => ({ ...person('1', 'A'), email });

const asOwner = (stackName: string) => ({ params: { stackName }, query: {}, user: userWith(ownerEmail) });

/** Returns the routes of a deployment with this list of people; null stands for everyone. */
function siteOf(listed: readonly string[] | null) {
  const configured = configuredRights(listed);
  const ports = {
    ...env.ports,
    configuredRights: configured,
    rightsOf: async ({ email }: { email: string }) =>
      userRights(await env.store.listRights(), configured, { email, isOwner: email === ownerEmail }),
  };
  const { getPeopleRights, setPeopleRights } = rightsRoutes(ports);
  return {
    ports,
    routes: stackRoutes(ports),
    get: async (stackName: string) => (await getPeopleRights({ ...asOwner(stackName), body: {} })).data,
    set: (stackName: string, body: Parameters<typeof setPeopleRights>[0]['body']) =>
      setPeopleRights({ ...asOwner(stackName), body }),
  };
}

const given = (stackName: string, email?: string) => ({
  params: { stackName },
  query: {},
  body: {},
  user: userWith(email),
});

describe('the rights of a deployment', () => {
  it.each([
    [null, 'bob@example.org', { ...allRights, command: false }],
    [null, undefined, { ...allRights, command: false }],
    [null, ownerEmail, allRights],
    [['Ann@example.org'], 'ann@Example.org', allRights],
    [[], ownerEmail, allRights],
    [['ann@example.org'], 'bob@example.org', noRights],
    [[], undefined, noRights],
  ] as const)('with the list %j are for the account %s: %j', async (listed, email, rights) => {
    const { rightsOf } = siteOf(listed).ports;
    expect((await rightsOf(userWith(email))).of(env.newStack())).toEqual(rights);
  });

  it('let others watch', async () => {
    const name = env.newStack();
    // Other tests have chosen rights for other stacks.
    const configured = async () => (await env.ports.configured()).filter((stack) => stack.name === name);
    const routes = stackRoutes({ ...siteOf(['ann@example.org']).ports, configured });
    const bob = given(name, 'bob@example.org');
    expect(await routes.listStacks({ ...bob, params: {} })).toMatchObject({ access: 'none' });
    expect((await routes.getStackDetail(bob)).data).toMatchObject({ rights: noRights, actionLogs: [] });
    for (const act of [routes.startStack, routes.restartStack, routes.stopStack])
      await expect(act(bob)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await routes.getStackDetail(bob)).data.actionLogs).toEqual([]);
    expect(await routes.startStack(given(name, 'ann@example.org'))).toMatchObject({ data: { action: 'START' } });
    expect(await routes.listStacks({ ...given(name, 'ann@example.org'), params: {} })).toMatchObject({
      access: 'listed',
    });
  });
});

describe('the rights that the owner chooses', () => {
  it('replace those of the deployment for one stack, from the next call on', async () => {
    const { routes, get, set } = siteOf(null);
    const [name, other] = [env.newStack(), env.newStack()];
    expect(await get(name)).toEqual({ version: 0, everyone: ['start', 'stop'], people: [] });
    const people = [
      { email: 'ann@example.org', rights: ['start' as const] },
      { email: 'bob@example.org', rights: ['stop' as const, 'command' as const] },
    ];
    expect(await set(name, { version: 0, everyone: [], people })).toEqual({});
    expect(await get(name)).toEqual({ version: 1, everyone: [], people });
    const [ann, bob, cy] = ['ann', 'bob', 'cy'].map((each) => given(name, `${each}@example.org`));
    if (!ann || !bob || !cy) throw new Error('three people');
    expect((await routes.describeStack(bob)).data.rights).toEqual({ start: false, stop: true, command: true });
    await expect(routes.startStack(bob)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The owner has not given you the right to start this server.',
    });
    await routes.startStack(ann);
    await expect(routes.restartStack(ann)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(routes.stopStack(ann)).rejects.toMatchObject({ code: 'forbidden' });
    // Who may only start a server cannot end it by an early stop either.
    const sooner = { ...ann, body: { stopsAt: 2, until: 1 } };
    await expect(routes.moveStop(sooner)).rejects.toMatchObject({ code: 'forbidden' });
    await routes.stopStack(bob);
    const move = { ...bob, body: { stopsAt: 1, until: 2 } };
    await expect(routes.moveStop(move)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(routes.stopStack(cy)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await routes.startStack(given(other, 'cy@example.org'))).toMatchObject({ data: { action: 'START' } });
    expect(await routes.stopStack(given(other, ownerEmail))).toMatchObject({ data: { action: 'STOP' } });
    await set(name, { version: 1, everyone: ['stop'], people: [] });
    await expect(routes.startStack(ann)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await routes.describeStack(cy)).data.rights).toEqual({ start: false, stop: true, command: false });
  });

  it('are changed once for two pages that have seen the same version, and for configured stacks only', async () => {
    const { get, set } = siteOf(null);
    const name = env.newStack();
    const none = { version: 0, everyone: [], people: [] };
    await set(name, none);
    await expect(set(name, none)).rejects.toMatchObject({ code: 'conflict' });
    await expect(set('HomePage', none)).rejects.toMatchObject({ code: 'notFound' });
    await expect(get('HomePage')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('are none when the stored ones cannot be read', async () => {
    const { routes } = siteOf(null);
    const name = env.newStack();
    await env.overwriteItem('RIGHTS', name, { stackName: name, everyone: 'start' });
    expect((await routes.describeStack(given(name, 'ann@example.org'))).data.rights).toEqual(noRights);
    expect((await routes.describeStack(given(name, ownerEmail))).data.rights).toEqual(allRights);
  });
});
