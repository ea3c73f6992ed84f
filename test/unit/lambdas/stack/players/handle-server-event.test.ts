import { beforeEach, describe, expect, it } from '@jest/globals';
import { handleServerEvent } from 'lambdas/stack/players/handle-server-event';
import { openStackWorld } from '../stack-test-environment.ts';

const world = await openStackWorld();
const minute = 60_000;

// One server for all: what it says later is what counts.
const name = await world.launched();
const stackId = (await world.stacks.findStack(name))?.stackId ?? '';
beforeEach(() => world.clock.advance(minute));

const seconds = () => Math.floor(world.clock.now() / 1000);
const says = (over: object = {}) =>
  handleServerEvent(world.ports, {
    'detail-type': 'Players',
    detail: {
      stackName: name,
      stackId,
      atSeconds: seconds(),
      online: 3,
      lastPlayedSeconds: seconds(),
      idleMinutes: 30,
      ...over,
    },
  });
const players = async () => (await world.api.description(name)).awsStackInfo?.players;

describe('what a server says of its players', () => {
  it('is shown on card and page, with its age and what comes of it', async () => {
    expect(await players()).toBeUndefined();
    const seenAt = seconds() * 1000;
    await says({ online: 0, lastPlayedSeconds: seconds() - 600 });
    const shown = { online: 0, seenAt, lastPlayedAt: seenAt - 10 * minute, idleStopAt: seenAt + 20 * minute };
    expect(await players()).toEqual(shown);
    expect((await world.api.detail(name)).awsStackInfo?.players).toEqual(shown);
    expect((await world.api.description(name)).actionLogs).toMatchObject([{ action: 'START' }]);
  });

  it('is its newest word, in whatever order and however often that comes', async () => {
    const before = seconds();
    world.clock.advance(minute);
    for (let times = 0; times < 3; times++) await says({ online: 2 });
    await says({ online: 5, atSeconds: before });
    expect(await players()).toMatchObject({ online: 2 });
    world.clock.advance(minute);
    await says({ online: null });
    expect(await players()).toMatchObject({ online: null });
  });

  it('is not shown of another server under its name', async () => {
    await says({ stackId: 'arn:another' });
    expect(await players()).toBeUndefined();
  });

  it('is not kept out by one whose clock was ahead', async () => {
    await says({ atSeconds: seconds() + 86_400, lastPlayedSeconds: seconds() + 86_400 });
    expect(await players()).toMatchObject({ seenAt: world.clock.now(), lastPlayedAt: world.clock.now() });
    world.clock.advance(minute);
    await says({ online: 1 });
    expect(await players()).toMatchObject({ online: 1 });
  });

  it('is not heard under a name that nobody has configured, nor when it makes no sense', async () => {
    await says({ stackName: 'HomePage' });
    expect((await world.store.getState('HomePage', 5)).players).toBeUndefined();
    const before = await players();
    await expect(says({ online: -1 })).rejects.toThrow('online');
    await expect(handleServerEvent(world.ports, { 'detail-type': 'Hello', detail: {} })).rejects.toThrow('detail-type');
    expect(await players()).toEqual(before);
  });

  it('is that nobody plays, and then it is stopped; but not while somebody has come since', async () => {
    const idle = () => handleServerEvent(world.ports, { 'detail-type': 'Idle', detail: { stackName: name, stackId } });
    await says({ online: 1 });
    world.clock.advance(29 * minute);
    await idle();
    expect(await world.logs(name)).toMatchObject([{ action: 'START' }]);
    world.clock.advance(minute);
    await idle();
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'STOP', by: 'idle' }, { action: 'START' }]);
  });
});
