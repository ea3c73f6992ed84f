import { describe, expect, it } from '@jest/globals';
import { accessByEmail } from 'lambdas/stack/access';
import { stackRoutes } from 'lambdas/stack/routes';
import { useStackTestEnvironment } from './stack-test-environment.ts';

const env = await useStackTestEnvironment();

const userWith = (email?: string) => ({
  userId: '1',
  name: 'A',
  avatarUrl: null,
  ...(email !== undefined && { email }),
});

describe('the access to stacks', () => {
  it.each([
    ['everyone', null, 'bob@example.org'],
    ['everyone', null, undefined],
    ['listed', ['Ann@example.org'], 'ann@example.org'],
    ['listed', [], 'owner@example.org'],
    ['none', ['ann@example.org'], 'bob@example.org'],
    ['none', [], undefined],
  ] as const)('is %s with the list %j for the account %s', async (access, listed, email) => {
    expect(await accessByEmail(listed, async (account) => account.email === 'owner@example.org')(userWith(email))).toBe(
      access,
    );
  });

  it('lets others watch, and forbids them to start, restart and stop', async () => {
    const routes = stackRoutes({ ...env.ports, accessOf: accessByEmail(['ann@example.org'], async () => false) });
    const nothing = { query: {}, body: {}, user: userWith('bob@example.org') };
    const given = { ...nothing, params: { stackName: env.newStack() } };
    expect(await routes.listStacks({ ...nothing, params: {} })).toMatchObject({ access: 'none' });
    expect((await routes.getStackDetail(given)).data).toMatchObject({ access: 'none', actionLogs: [] });
    for (const act of [routes.startStack, routes.restartStack, routes.stopStack])
      await expect(act(given)).rejects.toMatchObject({
        code: 'forbidden',
        message: 'Only people on the owner’s list can start, restart and stop servers.',
      });
    expect((await routes.getStackDetail(given)).data.actionLogs).toEqual([]);
    expect(await routes.startStack({ ...given, user: userWith('ann@example.org') })).toMatchObject({
      data: { action: 'START' },
    });
  });
});
