import { describe, expect, it } from '@jest/globals';
import { hear } from 'lambdas/stack/hear';
import { openStackWorld } from './world.ts';

const world = await openStackWorld();
const minute = 60_000;

const idOf = async (name: string) => (await world.stacks.findStack(name))?.stackId ?? '';
const seconds = () => Math.floor(world.clock.now() / 1000);
const says = (stackName: string, stackId: string, over: object = {}) =>
  hear(world.ports, {
    'detail-type': 'Players',
    detail: {
      stackName,
      stackId,
      atSeconds: seconds(),
      online: 3,
      lastPlayedSeconds: seconds(),
      idleMinutes: 30,
      ...over,
    },
  });
const players = async (name: string) => (await world.api.description(name)).awsStackInfo?.players;

describe('what a server says of its players', () => {
  it('is shown on card and page, with its age and what comes of it', async () => {
    const name = await world.launched();
    expect(await players(name)).toBeUndefined();
    const seenAt = seconds() * 1000;
    await says(name, await idOf(name), { online: 0, lastPlayedSeconds: seconds() - 600 });
    const shown = { online: 0, seenAt, lastPlayedAt: seenAt - 10 * minute, idleStopAt: seenAt + 20 * minute };
    expect(await players(name)).toEqual(shown);
    expect((await world.api.detail(name)).awsStackInfo?.players).toEqual(shown);
    expect((await world.api.description(name)).actionLogs).toMatchObject([{ action: 'START' }]);
  });

  it('is its newest word, in whatever order and however often that comes', async () => {
    const name = await world.launched();
    const stackId = await idOf(name);
    const before = seconds();
    world.clock.advance(minute);
    for (let times = 0; times < 3; times++) await says(name, stackId, { online: 2 });
    await says(name, stackId, { online: 5, atSeconds: before });
    expect(await players(name)).toMatchObject({ online: 2 });
    world.clock.advance(minute);
    await says(name, stackId, { online: null });
    expect(await players(name)).toMatchObject({ online: null });
  });

  it('is not shown of another server under its name', async () => {
    const name = await world.launched();
    await says(name, 'arn:another');
    expect(await players(name)).toBeUndefined();
  });

  it('is not kept out by one whose clock was ahead', async () => {
    const name = await world.launched();
    const stackId = await idOf(name);
    await says(name, stackId, { atSeconds: seconds() + 86_400, lastPlayedSeconds: seconds() + 86_400 });
    expect(await players(name)).toMatchObject({ seenAt: world.clock.now(), lastPlayedAt: world.clock.now() });
    world.clock.advance(minute);
    await says(name, stackId, { online: 1 });
    expect(await players(name)).toMatchObject({ online: 1 });
  });

  it('is not heard under a name that nobody has configured, nor when it makes no sense', async () => {
    await says('HomePage', 'arn:site');
    expect((await world.store.getState('HomePage', 5)).players).toBeUndefined();
    const name = await world.launched();
    await expect(says(name, await idOf(name), { online: -1 })).rejects.toThrow('online');
    await expect(hear(world.ports, { 'detail-type': 'Hello', detail: {} })).rejects.toThrow('detail-type');
    expect(await players(name)).toBeUndefined();
  });

  it('is that nobody plays, and then it is stopped; but not while somebody has come since', async () => {
    const name = await world.launched();
    const stackId = await idOf(name);
    const idle = () => hear(world.ports, { 'detail-type': 'Idle', detail: { stackName: name, stackId } });
    await says(name, stackId, { online: 1 });
    world.clock.advance(29 * minute);
    await idle();
    expect(await world.logs(name)).toMatchObject([{ action: 'START' }]);
    world.clock.advance(minute);
    await idle();
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'STOP', by: 'idle' }, { action: 'START' }]);
  });
});
