import { allowListParameter } from 'lambdas/stack/console/player-lists';
import { describe, expect, it } from '@jest/globals';
import { allRights } from 'lambdas/stack/rights/rights';
import { handleServerEvent } from 'lambdas/stack/handle-server-event';
import { maxCommandsPerMinute } from 'lambdas/stack/console/command-limit';
import { consoleRoutes } from 'lambdas/stack/console/console-routes';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { person } from '../../../../support/person.ts';

const env = await useStackTestEnvironment();
const user = person('cognito|ann', 'Ann');
const commandId = '0c5b6d1e-7a3f-4f43-9d0e-3f6c7a1b2c3d';

const given = (stackName: string) => ({ params: { stackName, commandId }, query: {}, user });

/** The template of the tests has no instance. */
async function findStack(stackName: string) {
  const stack = await env.stacks.findStack(stackName);
  const instance = { outputKey: 'ServerInstance', outputValue: `instance of ${stackName}` };
  return stack && { ...stack, outputs: [...stack.outputs, instance] };
}

function consoleOf(change: { mayCommand?: boolean; isTaken?: boolean; afterPut?: () => Promise<void> } = {}) {
  const sent: unknown[] = [];
  const routes = consoleRoutes({
    ...env.ports,
    stacks: { ...env.stacks, findStack },
    store: {
      ...env.store,
      async putPlayerLists(...put) {
        const isPut = await env.store.putPlayerLists(...put);
        await change.afterPut?.();
        return isPut;
      },
    },
    rightsOf: async () => ({
      of: () => ({ ...allRights, command: change.mayCommand !== false }),
      isForEveryone: false,
    }),
    gameConsole: {
      async send(...command) {
        sent.push(command);
        return change.isTaken === false ? undefined : commandId;
      },
      async outputOf(instanceId, id) {
        return { state: 'done', output: `${instanceId} ${id}` };
      },
    },
  });
  return {
    routes,
    sent,
    log: (name: string) => routes.requestLog({ ...given(name), body: {} }),
    command: (name: string) => routes.sendCommand({ ...given(name), body: { command: 'list' } }),
    output: (name: string) => routes.getCommandOutput({ ...given(name), body: {} }),
  };
}

const lines = () => `on\nsent ${env.clock.now()}\nallowed 小明 B\nallowed Ann\noperator Ann`;

describe('the console of a running server', () => {
  it('takes commands, and gives the log and their output', async () => {
    const name = await env.startedStack();
    const { sent, log, command, output } = consoleOf();
    expect(await log(name)).toEqual({ commandId });
    expect(await command(name)).toEqual({ commandId });
    expect(sent).toEqual([
      [`instance of ${name}`, 'log'],
      [`instance of ${name}`, 'command', 'list'],
    ]);
    expect(await output(name)).toEqual({ data: { state: 'done', output: `instance of ${name} ${commandId}` } });
  });

  it('is closed while the server does not run, and for unknown stacks', async () => {
    const name = env.newStack();
    const { sent, routes: _, ...calls } = consoleOf();
    for (const call of Object.values(calls)) {
      await expect(call(name)).rejects.toMatchObject({ code: 'conflict' });
      await expect(call('HomePage')).rejects.toMatchObject({ code: 'notFound' });
    }
    expect(sent).toEqual([]);
  });

  it('takes a bounded number of commands a minute from one person', async () => {
    const name = await env.startedStack();
    const { routes, sent, command, log } = consoleOf();
    for (let count = 0; count < maxCommandsPerMinute; count++) await (count % 2 === 0 ? command : log)(name);
    const retryAfterSeconds = expect.any(Number);
    await expect(command(name)).rejects.toMatchObject({ code: 'tooMany', detail: { retryAfterSeconds } });
    await expect(log(name)).rejects.toMatchObject({ code: 'tooMany' });
    expect(sent).toHaveLength(maxCommandsPerMinute);
    const other = { ...user, userId: 'cognito|bob' };
    expect(await routes.requestLog({ ...given(name), user: other, body: {} })).toEqual({ commandId });
    env.clock.advance(60_000);
    expect(await log(name)).toEqual({ commandId });
  });

  it('says so when SSM does not take a command', async () => {
    const name = await env.startedStack();
    await expect(consoleOf({ isTaken: false }).command(name)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is for people with the right to it only', async () => {
    const name = await env.startedStack();
    const none = consoleOf({ mayCommand: false });
    for (const call of [none.log, none.command, none.output])
      await expect(call(name)).rejects.toMatchObject({
        code: 'forbidden',
        message: 'The owner has not given you the right to use the console of this server.',
      });
    expect(none.sent).toEqual([]);
  });
});

/** Lets the watchdog look at a server, and returns the commands that it sends. Each command takes these seconds. */
async function watchOf(name: string, change: Partial<typeof env.store> = {}, seconds = 1) {
  // Another snapshot has the instance.
  env.clock.advance(10_000);
  const stackId = (await env.stacks.findStack(name))?.stackId;
  let waitedMs = 0;
  const ports = {
    ...env.ports,
    stacks: { ...env.stacks, findStack },
    store: { ...env.store, ...change },
    wait: async (ms: number) => void (waitedMs += ms),
    gameConsole: {
      ...env.servers.gameConsole,
      outputOf: async () =>
        waitedMs < seconds * 1000 ? { state: 'pending' as const, output: '' } : env.servers.gameConsole.outputOf(),
    },
  };
  await handleServerEvent(ports, { 'detail-type': 'Watch', detail: { stackName: name, stackId } });
  return env.servers.consoleCommands.splice(0);
}

describe('the lists of players', () => {
  const lists = { isAllowListOn: true, allowed: ['小明 B', 'Ann'], operators: ['Ann'] };
  const pageOf = (name: string, change: Parameters<typeof consoleOf>[0] = {}) => {
    const { routes, sent } = consoleOf(change);
    return {
      sent,
      get: async () => (await routes.getPlayerLists({ ...given(name), body: {} })).data,
      set: (version: number) => routes.setPlayerLists({ ...given(name), body: { ...lists, version } }),
    };
  };

  it('are those of the deployment until the page has changed them', async () => {
    const { get, set } = pageOf(env.newStack({ parameters: { AllowedPlayers: 'Ann B,Bob' } }));
    expect(await get()).toEqual({ version: 0, isAllowListOn: true, allowed: ['Ann B', 'Bob'], operators: [] });
    expect(await set(0)).toEqual({ commandId: null });
    expect(await get()).toEqual({ ...lists, version: 1 });
    const other = pageOf(env.newStack());
    expect(await other.get()).toMatchObject({ isAllowListOn: false, allowed: [] });
  });

  it('reach a running game at once, and the server of the next start within its first looks', async () => {
    const name = await env.startedStack();
    const { set, sent } = pageOf(name);
    expect(await set(0)).toEqual({ commandId });
    expect(sent).toEqual([[`instance of ${name}`, 'players', lines()]]);
    const watch = () => watchOf(name);
    // A server that begins now holds the list from its first moment on, although its names are not there yet.
    const parameter = async () => allowListParameter(await env.store.findPlayerLists(name));
    expect(await parameter()).toEqual({ AllowList: 'on' });
    // The first command may be lost, so the watchdog makes sure.
    expect(await watch()).toEqual([`instance of ${name} players ${lines()}`]);
    expect(await watch()).toEqual([]);
    expect(await parameter()).toEqual({ AllowList: '' });
    await env.api.restart(name);
    await env.finish();
    env.servers.isRegistered = false;
    expect(await watch()).toEqual([`instance of ${name} players ${lines()}`]);
    env.servers.isRegistered = true;
    expect(await watch()).toEqual([`instance of ${name} players ${lines()}`]);
    expect(await watch()).toEqual([]);
  });

  it('come from the watchdog with a time before it has read them, so that they replace no newer ones', async () => {
    const name = await env.startedStack();
    const { set } = pageOf(name);
    await set(0);
    const beforeMs = env.clock.now() + 10_000;
    const [sent] = await watchOf(name, {
      async getState(...asked) {
        const read = await env.store.getState(...asked);
        env.clock.advance(1);
        await set(1);
        return read;
      },
    });
    expect(sent).toContain(`sent ${beforeMs}\n`);
    expect((await env.store.findPlayerLists(name))?.sentTo).toBeNull();
  });

  it('are the newest ones of two saves at once, whichever is sent last', async () => {
    const name = await env.startedStack();
    const newest = pageOf(name);
    const slow = consoleOf({
      async afterPut() {
        await newest.set(1);
      },
    });
    const older = { ...lists, allowed: ['Stranger'], version: 0 };
    await slow.routes.setPlayerLists({ ...given(name), body: older });
    expect(slow.sent).toEqual(newest.sent);
  });

  it.each(['pending', 'failed', 'unknown'] as const)(
    'are sent again each minute while the command that had them is %s',
    async (end) => {
      const name = await env.startedStack();
      const page = pageOf(name);
      await page.set(0);
      env.servers.commandEnds.now = end;
      expect(await watchOf(name)).toHaveLength(1);
      expect(await watchOf(name)).toHaveLength(1);
      env.servers.commandEnds.now = 'done';
      expect(await watchOf(name)).toHaveLength(1);
      expect(await watchOf(name)).toEqual([]);
    },
  );

  it('count as taken also when the game looks its names up for half a minute', async () => {
    const name = await env.startedStack();
    await pageOf(name).set(0);
    expect(await watchOf(name, {}, 35)).toHaveLength(1);
    expect(await watchOf(name)).toEqual([]);
  });

  it('are sent by the watchdog when the server did not take them', async () => {
    const name = await env.startedStack();
    expect(await pageOf(name, { isTaken: false }).set(0)).toEqual({ commandId: null });
    expect((await env.store.getState(name, 1)).playerLists?.sentTo).toBeNull();
  });

  it('are changed once for two people who have seen the same version, and by commanders only', async () => {
    const { set } = pageOf(env.newStack());
    await set(0);
    await expect(set(0)).rejects.toMatchObject({ code: 'conflict' });
    await set(1);
    const none = pageOf(env.newStack(), { mayCommand: false });
    await expect(none.get()).rejects.toMatchObject({ code: 'forbidden' });
    await expect(none.set(0)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
