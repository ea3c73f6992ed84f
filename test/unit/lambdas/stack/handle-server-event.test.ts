import { beforeEach, describe, expect, it } from '@jest/globals';
import { handleServerEvent } from 'lambdas/stack/handle-server-event';
import { useStackTestEnvironment } from './stack-test-environment.ts';

const env = await useStackTestEnvironment();
const minute = 60_000;

// Each test has a server of its own, because only its latest report counts.
let name: string;
let stackId: string;
beforeEach(async () => {
  name = await env.startedStack();
  stackId = (await env.stacks.findStack(name))?.stackId ?? '';
});

const seconds = () => Math.floor(env.clock.now() / 1000);
const says = (over: object = {}) =>
  handleServerEvent(env.ports, {
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
const players = async () => (await env.api.description(name)).awsStackInfo?.players;

/** A line of the game's log with Docker's time. */
const line = (ms: number, who: string) =>
  `${new Date(ms).toISOString()} [2026-07-03 20:14:03:123 INFO] Player connected: ${who}, xuid: 42\n`;
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('the player count of a server', () => {
  it('is shown on card and page, with its age and the time of the idle stop', async () => {
    expect(await players()).toBeUndefined();
    const seenAt = seconds() * 1000;
    await says({ online: 0, lastPlayedSeconds: seconds() - 600 });
    const shown = {
      online: 0,
      seenAt,
      lastPlayedAt: seenAt - 10 * minute,
      idleStopAt: seenAt + 20 * minute,
      isSilent: false,
    };
    expect(await players()).toEqual(shown);
    expect((await env.api.detail(name)).awsStackInfo?.players).toEqual(shown);
    expect((await env.api.description(name)).actionLogs).toMatchObject([{ action: 'START' }]);
  });

  it('is the newest report, in any order of arrival', async () => {
    const before = seconds();
    env.clock.advance(minute);
    for (let times = 0; times < 3; times++) await says({ online: 2 });
    await says({ online: 5, atSeconds: before });
    expect(await players()).toMatchObject({ online: 2 });
    env.clock.advance(minute);
    await says({ online: null });
    expect(await players()).toMatchObject({ online: null });
  });

  it('is not shown for another server with the same stack name', async () => {
    await says({ stackId: 'arn:another' });
    expect(await players()).toBeUndefined();
    await says({ online: 2 });
    env.clock.advance(minute);
    await says({ stackId: 'arn:another', online: 0 });
    expect(await players()).toMatchObject({ online: 2 });
  });

  it('is not blocked by a report from a clock that was ahead', async () => {
    await says({ atSeconds: seconds() + 86_400, lastPlayedSeconds: seconds() + 86_400 });
    expect(await players()).toMatchObject({ seenAt: env.clock.now(), lastPlayedAt: env.clock.now() });
    env.clock.advance(minute);
    await says({ online: 1 });
    expect(await players()).toMatchObject({ online: 1 });
  });

  it('has the names that the log of the game tells, unless they are more than the game counts', async () => {
    const atMs = seconds() * 1000;
    const log = encoded(line(atMs - minute, '小明 B') + line(atMs + minute, 'Ann'));
    const named = [
      { name: '小明 B', since: atMs - minute },
      { name: 'Ann', since: atMs },
    ];
    await says({ online: 3, log });
    expect(await players()).toMatchObject({ online: 3, named });
    await says({ online: 1, log });
    expect((await players())?.named).toBeUndefined();
    await says({ online: null, log });
    expect((await players())?.named).toBeUndefined();
    for (const unreadable of ['%', 'A'.repeat(40_004), 7, encoded('\u0000\n')]) {
      await says({ online: 2, log: unreadable });
      expect(await players()).toEqual(expect.not.objectContaining({ named: expect.anything() }));
    }
    // The clock of this server is ten minutes late.
    await says({ online: 3, atSeconds: seconds() - 600, log: encoded(line(atMs - 11 * minute, 'Bo')) });
    expect(await players()).toMatchObject({ named: [{ name: 'Bo', since: env.clock.now() - minute }] });
  });

  it('is refused for a stack that is not configured, and when it is malformed', async () => {
    await says({ stackName: 'HomePage' });
    expect((await env.store.getState('HomePage', 5)).players).toBeUndefined();
    const before = await players();
    await expect(says({ online: -1 })).rejects.toThrow('online');
    await expect(handleServerEvent(env.ports, { 'detail-type': 'Hello', detail: {} })).rejects.toThrow('detail-type');
    expect(await players()).toEqual(before);
  });

  it('leads to a stop when it is 0 for long enough, unless a player has joined since', async () => {
    const idle = () => handleServerEvent(env.ports, { 'detail-type': 'Idle', detail: { stackName: name, stackId } });
    await says({ online: 1 });
    env.clock.advance(29 * minute);
    await idle();
    expect(await env.logs(name)).toMatchObject([{ action: 'START' }]);
    env.clock.advance(minute);
    await idle();
    await idle();
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'STOP', by: 'idle' }, { action: 'START' }]);
    const stopped = env.events.filter(({ subject }) => subject === name);
    expect(stopped).toMatchObject([{ kind: 'stackStopped', by: 'site', route: 'idle' }]);
  });
});

const tell = (type: string, detail: object) =>
  handleServerEvent(env.ports, { 'detail-type': type, detail: { stackName: name, stackId, ...detail } });
const archived = (archiveId: string, over: object = {}) =>
  tell('Archived', {
    archiveId,
    reason: 'stop',
    atSeconds: seconds(),
    bytes: 5,
    levelName: 'Castle',
    version: '1.26.52.3',
    requestId: '',
    ...over,
  });
const world = () => env.store.getWorld(name);

describe('a server without a word', () => {
  it('is silent after three minutes, and answers again with its next report', async () => {
    await says();
    env.clock.advance(3 * minute - 1000);
    expect(await players()).toMatchObject({ isSilent: false });
    env.clock.advance(2000);
    expect(await players()).toMatchObject({ isSilent: true, online: 3 });
    await says();
    expect(await players()).toMatchObject({ isSilent: false });
  });
});

describe('news of a world', () => {
  it('lists an archive once, and deletes those that are not kept', async () => {
    for (const archiveId of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A6']) {
      await archived(archiveId);
      env.clock.advance(minute);
    }
    expect((await world()).archives.map(({ archiveId }) => archiveId)).toEqual(['A6', 'A5', 'A4', 'A3', 'A2']);
    expect(env.servers.deleted.filter((each) => each.startsWith(name))).toEqual([`${name}/A1`]);
  });

  it('keeps the failure of an archive, and marks a choice as applied unless there is another one', async () => {
    await tell('ArchiveFailed', { archiveId: 'A1', reason: 'The disk is full.' });
    expect((await world()).failure).toMatchObject({ archiveId: 'A1', reason: 'The disk is full.', isLost: false });
    const choice = {
      requestId: 'R1',
      source: 'A1',
      by: 'Ann',
      atMs: 1,
      settings: null,
      before: null,
      isApplied: false,
    };
    await env.store.putChoice(name, choice, undefined);
    await tell('WorldChanged', { requestId: 'R0' });
    expect((await world()).choice?.isApplied).toBe(false);
    await tell('WorldChanged', { requestId: 'R1' });
    expect((await world()).choice?.isApplied).toBe(true);
  });

  it('is ignored when another server tells it', async () => {
    await archived('A1', { stackId: 'arn:another' });
    await tell('ArchiveFailed', { archiveId: 'A1', reason: '', stackId: 'arn:another' });
    expect(await world()).toMatchObject({ archives: [], failure: undefined });
  });
});

const boots = (endsSeconds: number[], of = stackId, over: object = {}) =>
  handleServerEvent(env.ports, {
    'detail-type': 'Booting',
    detail: { stackName: name, stackId: of, endsSeconds, ...over },
  });
const shown = async () => (await env.api.detail(name)).awsStackInfo;
const boot = async () => (await shown())?.boot;

describe('the phases of a boot', () => {
  it('are shown as far as the server has reported them, in whichever order its reports arrive', async () => {
    expect(await boot()).toBeUndefined();
    const now = seconds();
    await boots([now - 90, now - 60, now - 50]);
    await boots([now - 90, now - 60]);
    await boots([now - 90, now - 60, now - 50]);
    expect(await boot()).toEqual([now - 90, now - 60, now - 50].map((at) => at * 1000));
  });

  it('come with what the server had kept for a download that failed', async () => {
    const now = seconds();
    const old = { version: '1.26.50.2', atSeconds: now - 86_400 };
    await boots([now - 90], stackId, { keptImage: true });
    expect(await shown()).toMatchObject({ keptImage: true });
    expect(await shown()).not.toHaveProperty('keptGame');
    await boots([now - 90, now - 50], stackId, { keptGame: old });
    expect(await shown()).toMatchObject({ keptGame: { version: '1.26.50.2', keptAt: old.atSeconds * 1000 } });
    expect(await shown()).not.toHaveProperty('keptImage');
    await boots([now - 90, now - 50, now - 40]);
    expect(await shown()).not.toHaveProperty('keptGame');
    await expect(boots([now], stackId, { keptGame: { ...old, version: '<b>' } })).rejects.toThrow('version');
  });

  it('are those of this server only, and none ends in the future', async () => {
    await boots([seconds() + 600]);
    expect(await boot()).toEqual([env.clock.now()]);
    await boots([seconds() + 600, seconds() + 700], 'arn:another');
    expect(await boot()).toHaveLength(1);
    await expect(boots([])).rejects.toThrow('endsSeconds');
    await env.api.restart(name);
    await env.finish();
    expect(await boot()).toBeUndefined();
  });
});
