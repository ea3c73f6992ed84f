import { describe, expect, it } from '@jest/globals';
import { licenseRoutes } from 'lambdas/stack/license/license-routes';
import { stackRoutes } from 'lambdas/stack/routes';
import { moveStop } from 'lambdas/stack/workflow/move-stop';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { person } from '../../../../support/person.ts';

const env = await useStackTestEnvironment();
const owner = person('cognito|owner', 'Olga');

/** Each test has a license of its own. */
let licenses = 0;
function gameWithLicense() {
  const license = { name: 'Game License', url: `https://game.example/license/${++licenses}` };
  const ports = { ...env.ports, license };
  const accept = (url = license.url, user = owner) =>
    licenseRoutes(ports).acceptLicense({ params: {}, query: {}, body: { url }, user });
  return { license, ports, accept, routes: stackRoutes(ports) };
}
const given = (stackName: string) => ({ params: { stackName }, query: {}, body: {}, user: owner });

describe('the license of a game', () => {
  it('is accepted once for all servers, with who and when, before one can start', async () => {
    const { license, routes, accept } = gameWithLicense();
    const name = env.newStack();
    const shown = async () => (await routes.getStackDetail(given(name))).data.license;
    expect(await shown()).toEqual({ ...license, accepted: null });
    for (const act of [routes.startStack, routes.restartStack])
      await expect(act(given(name))).rejects.toMatchObject({
        code: 'forbidden',
        message: 'The owner has to accept the Game License on the page of the server before it can start.',
      });
    expect((await env.store.getState(name, 1)).actions).toEqual([]);
    const time = env.clock.now();
    expect(await accept()).toEqual({});
    env.clock.advance(1000);
    await accept(license.url, { ...owner, name: 'Eve' });
    expect(await shown()).toEqual({ ...license, accepted: { by: 'Olga', time } });
    expect(await routes.startStack(given(name))).toMatchObject({ data: { action: 'START' } });
    expect(await routes.startStack(given(env.newStack()))).toMatchObject({ data: { action: 'START' } });
  });

  it('stops no server that runs already, and does not keep its players from staying', async () => {
    const name = await env.startedStack();
    const { ports, routes } = gameWithLicense();
    const stopsAt = (await env.store.getState(name, 1)).lock.launch?.stopsAtMs ?? 0;
    const stack = (await ports.configured()).find((each) => each.name === name);
    if (!stack) throw new Error('configured above');
    const move = { fromMs: stopsAt, untilMs: stopsAt - 3_600_000 };
    expect(await moveStop(ports, stack, owner, move)).toMatchObject({ action: 'START' });
    expect(await routes.stopStack(given(name))).toMatchObject({ data: { action: 'STOP' } });
  });

  it('is accepted as the page has shown it, and there is none for a game without one', async () => {
    const { routes, accept } = gameWithLicense();
    await expect(accept('https://game.example/license/0')).rejects.toMatchObject({ code: 'conflict' });
    const name = env.newStack();
    await expect(routes.startStack(given(name))).rejects.toMatchObject({ code: 'forbidden' });
    expect((await env.api.detail(name)).license).toBeNull();
    expect(await env.api.start(name)).toMatchObject({ action: 'START' });
  });
});
