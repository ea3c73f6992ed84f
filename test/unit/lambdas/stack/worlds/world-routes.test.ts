import { allRights } from 'lambdas/stack/rights/rights';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { worldParameters } from 'lambdas/stack/worlds/archive';
import { storeArchive } from 'lambdas/stack/worlds/store-archive';
import { worldRoutes } from 'lambdas/stack/worlds/world-routes';
import { useStackTestEnvironment } from '../stack-test-environment.ts';
import { person } from '../../../../support/person.ts';

const env = await useStackTestEnvironment();
const user = person('cognito|ann', 'Ann');
const settings = { name: 'Isle', seed: '', gameMode: 'creative', difficulty: 'easy' } as const;

let stackName: string;
beforeEach(() => {
  stackName = env.newStack();
  env.servers.commands.length = 0;
  env.servers.isRegistered = true;
});

const routesWith = (change = {}) => worldRoutes({ ...env.ports, ...change });
const given = (more: { archiveId?: string } = {}) => ({
  params: { stackName, archiveId: '', ...more },
  query: {},
  body: {},
  user,
});
const choose = (body: { archiveId: string | null; settings?: typeof settings }, routes = routesWith()) =>
  routes.chooseWorld({ ...given(), body });
const world = async () => (await routesWith().getWorld(given())).data;
const putArchive = (archiveId: string) =>
  env.store.putArchive(stackName, {
    archiveId,
    atMs: 1000,
    bytes: 7,
    reason: 'stop',
    version: '1.2.3',
    levelName: 'Castle',
  });

describe('the choice of the next world', () => {
  it('names a listed archive, and is taken back', async () => {
    await putArchive('A1');
    await choose({ archiveId: 'A1' });
    expect(await world()).toMatchObject({
      archives: [{ archiveId: 'A1', time: 1000, bytes: 7, version: '1.2.3', levelName: 'Castle' }],
      next: { archiveId: 'A1', by: 'Ann' },
    });
    await routesWith().keepWorld(given());
    expect((await world()).next).toBeNull();
  });

  it('keeps the settings of a world with the world and with its archives', async () => {
    const parametersOf = async () => worldParameters(await env.store.getWorld(stackName), true);
    const begin = async () =>
      env.store.markApplied(stackName, (await env.store.getWorld(stackName)).choice?.requestId ?? '');
    const isle = { ServerName: 'Isle', GameMode: 'creative' };
    await putArchive('A1');
    await choose({ archiveId: null, settings });
    await begin();
    const requestId = (await env.store.getWorld(stackName)).choice?.requestId ?? '';
    const archived = {
      stackName,
      stackId: '',
      reason: 'stop',
      atSeconds: 0,
      bytes: 7,
      levelName: '',
      version: '',
    } as const;
    // The archive of the world before is told after the change.
    await storeArchive(env.ports, { ...archived, archiveId: 'A0', requestId: '' });
    await storeArchive(env.ports, { ...archived, archiveId: 'A2', requestId });
    await choose({ archiveId: 'A0' });
    expect(await parametersOf()).not.toHaveProperty('GameMode');
    // A world from before has the settings of the deployment.
    await choose({ archiveId: 'A1' });
    expect(await parametersOf()).not.toHaveProperty('GameMode');
    await routesWith().keepWorld(given());
    expect(await parametersOf()).toMatchObject(isle);
    await choose({ archiveId: 'A1' });
    await begin();
    await routesWith().keepWorld(given());
    expect(await parametersOf()).not.toHaveProperty('GameMode');
    await choose({ archiveId: 'A2' });
    expect(await parametersOf()).toMatchObject({ WorldSource: 'A2', ...isle });
    expect((await world()).archives.find(({ archiveId }) => archiveId === 'A2')).not.toHaveProperty('settings');
  });

  it('refuses an archive that is not listed, and a new world without settings', async () => {
    await expect(choose({ archiveId: 'gone' })).rejects.toMatchObject({ code: 'notFound' });
    await expect(choose({ archiveId: null })).rejects.toMatchObject({ code: 'invalid' });
    await choose({ archiveId: null, settings });
    expect((await world()).next).toMatchObject({ archiveId: null });
  });

  it('refuses a person who may not start servers, and unknown stacks', async () => {
    const routes = routesWith({
      rightsOf: async () => ({ of: () => ({ ...allRights, stop: false }), isForEveryone: false }),
    });
    await putArchive('A1');
    await expect(choose({ archiveId: 'A1' }, routes)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(routes.keepWorld(given())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(routes.archiveWorld(given())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(routes.getArchiveUrl(given({ archiveId: 'A1' }))).rejects.toMatchObject({ code: 'forbidden' });
    stackName = 'other';
    await expect(world()).rejects.toMatchObject({ code: 'notFound' });
  });

  it('stays as it is while a start or a restart is in progress, which may have read it', async () => {
    await putArchive('A1');
    await choose({ archiveId: 'A1' });
    const isRefused = () =>
      Promise.all([
        expect(routesWith().keepWorld(given())).rejects.toMatchObject({ code: 'conflict' }),
        expect(choose({ archiveId: null, settings })).rejects.toMatchObject({ code: 'conflict' }),
      ]);
    await env.api.start(stackName);
    await isRefused();
    await env.finish();
    await routesWith().keepWorld(given());
    await env.api.restart(stackName);
    await isRefused();
    await env.finish();
    await env.api.stop(stackName);
    await choose({ archiveId: 'A1' });
    expect((await world()).next).toMatchObject({ archiveId: 'A1' });
  });

  it('does not replace a later one', async () => {
    await putArchive('A1');
    const later = {
      requestId: 'R9',
      source: 'A9',
      by: 'Bob',
      atMs: env.clock.now() + 1,
      settings: null,
      before: null,
      isApplied: false,
    };
    const seen = await env.store.getWorld(stackName);
    await env.store.putChoice(stackName, later, seen.choice);
    const routes = routesWith({ store: { ...env.store, getWorld: async () => seen } });
    await expect(choose({ archiveId: 'A1' }, routes)).rejects.toMatchObject({ code: 'conflict' });
    expect((await world()).next?.archiveId).toBe('A9');
  });
});

describe('the address of an archive', () => {
  it('is given for a listed archive of this stack only', async () => {
    await putArchive('A1');
    expect(await routesWith().getArchiveUrl(given({ archiveId: 'A1' }))).toEqual({
      url: `https://bucket/${stackName}/A1`,
    });
    await expect(routesWith().getArchiveUrl(given({ archiveId: '../other/A1' }))).rejects.toMatchObject({
      code: 'notFound',
    });
  });
});

describe('an archive on demand', () => {
  const outputs = [{ outputKey: 'ServerInstance', outputValue: 'i-1' }];
  const running = async () => {
    stackName = await env.startedStack();
    const found = await env.stacks.findStack(stackName);
    return routesWith({ stacks: { ...env.stacks, findStack: async () => found && { ...found, outputs } } });
  };

  it('is asked of a running server, at most once a minute', async () => {
    const routes = await running();
    await routes.archiveWorld(given());
    expect(env.servers.commands).toEqual([{ instanceId: 'i-1', mode: 'live', archiveId: expect.any(String) }]);
    await expect(routes.archiveWorld(given())).rejects.toMatchObject({ code: 'tooMany' });
    env.clock.advance(61_000);
    await routes.archiveWorld(given());
    expect(env.servers.commands).toHaveLength(2);
  });

  it('is refused while no server runs, while an action runs, and by a server that takes no command', async () => {
    await expect(routesWith().archiveWorld(given())).rejects.toMatchObject({ code: 'conflict' });
    const routes = await running();
    env.servers.isRegistered = false;
    await expect(routes.archiveWorld(given())).rejects.toMatchObject({ code: 'unavailable' });
    await env.api.stop(stackName);
    await expect(routes.archiveWorld(given())).rejects.toMatchObject({ code: 'conflict' });
  });
});
