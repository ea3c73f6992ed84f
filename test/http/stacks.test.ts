import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { apiCaller } from '../support/site/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, type Site } from '../support/site/site.ts';

jest.setTimeout(120_000);

/** Any test may use the first two, and each of the others belongs to one test. */
const names = ['survival', 'creative', 'unborn', 'newborn', 'failing', 'deserted'];
/** At this speed an action takes about a second, and an idle half hour takes 45 seconds. */
const speed = 40;
const env = { STACK_NAMES: names.join(), STACK_SPEED: String(speed) };
const minute = 60_000;
const hour = 60 * minute;
let site: Site;
let call: ReturnType<typeof apiCaller>;

const signIn = async () => void (call = apiCaller(site.origin, await site.signIn('Ann'), { asksAgain: true }));
beforeAll(async () => {
  site = await startSite({ env });
});
beforeEach(async () => {
  // On a slow machine, servers without players would stop by themselves.
  await Promise.all(names.map((name) => play(name, 1)));
  await control('normal');
  // Another test may have let the session expire.
  await signIn();
});
afterAll(() => site.stop());

const given = (stackName: string) => ({ params: { stackName } });
const begin = {
  start: (name: string) => call('POST /api/minecraft_bedrock/v2/{stackName}/start', given(name)),
  restart: (name: string) => call('POST /api/minecraft_bedrock/v2/{stackName}/restart', given(name)),
  stop: (name: string) => call('POST /api/minecraft_bedrock/v2/{stackName}/stop', given(name)),
};
const detail = async (name: string) =>
  (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', given(name))).data;
const Control = z.object({
  mode: z.string(),
  calls: z.record(z.string(), z.number()),
  executions: z.array(z.object({ name: z.string(), status: z.string(), transitions: z.number() })),
});
const control = async (mode?: string) =>
  Control.parse(await (mode === undefined ? site.control('/stacks') : site.control('/stacks', { mode })));
const play = (stackName: string, count: number) => site.control('/players', { stackName, count });
const pass = (advanceMs: number) => site.control('/clock', { advanceMs });
const passOnServers = (minutes: number) => pass((minutes * minute) / speed);
/** Longer than the cache may be blocked by a step that read without the lease. */
const expireSnapshot = () => pass(10_000);

/** Reads the stack, as a page does, until it is as expected. */
const eventuallyDetail = (name: string, isExpected: (seen: Awaited<ReturnType<typeof detail>>) => boolean) =>
  eventually(
    async () => {
      const seen = await detail(name);
      return isExpected(seen) && seen;
    },
    60_000,
    200,
  );
const ended = (name: string) => eventuallyDetail(name, ({ actionLogs }) => actionLogs[0]?.syncStatus !== 'RUNNING');

const world = async () => (await call('GET /api/minecraft_bedrock/v2/{stackName}/world', given('survival'))).data;
/** Reads the world of the stack 'survival' until `find` returns a value. */
const eventuallyWorld = <Value>(find: (seen: Awaited<ReturnType<typeof world>>) => Value | undefined | false) =>
  eventually(async () => find(await world()), 60_000, 100);
const newIn = (archives: { archiveId: string }[], known: string[]) =>
  archives.map(({ archiveId }) => archiveId).find((id) => !known.includes(id));

const isUp = async (name: string) => (await ended(name)).awsStackInfo !== null;

/** Makes these the stacks that are up: only two may run at a time. */
async function keepUp(...wanted: string[]) {
  await expireSnapshot();
  const up = (await Promise.all(names.map(async (name) => ((await isUp(name)) ? [name] : [])))).flat();
  const others = up.filter((name) => !wanted.includes(name));
  await Promise.all(others.map((name) => begin.stop(name)));
  await Promise.all(others.map((name) => eventuallyDetail(name, ({ awsStackInfo }) => awsStackInfo === null)));
  await Promise.all(others.map((name) => ended(name)));
  const missing = wanted.filter((name) => !up.includes(name));
  await Promise.all(missing.map((name) => begin.start(name)));
  for (const name of missing) expect((await ended(name)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
}

describe('the stack manager', () => {
  it('lists the configured stacks before they exist', async () => {
    expect(await call('GET /api/minecraft_bedrock/v2', {})).toEqual({ data: names, access: 'everyone' });
    const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/description', given('unborn'));
    expect(data).toEqual({ awsStackInfo: null, actionLogs: [] });
    await expect(detail('HomePage')).rejects.toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
    await expect(begin.stop('HomePage')).rejects.toMatchObject({ status: 404 });
    const calls = Object.keys((await control()).calls);
    expect(calls.filter((each) => /unborn|HomePage/.test(each))).toEqual(['DescribeStacks unborn']);
  });

  it('starts a stack once for several requests, and shows its events, outputs and result', async () => {
    await keepUp();
    const before = new Set((await control()).executions.map(({ name }) => name));
    const answers = await Promise.allSettled(Array.from({ length: 3 }, () => begin.start('newborn')));
    const fulfilled = answers.filter(({ status }) => status === 'fulfilled');
    expect(fulfilled).toMatchObject([{ value: { data: { action: 'START', syncStatus: 'RUNNING', by: 'Ann' } } }]);
    for (const answer of answers.filter(({ status }) => status === 'rejected'))
      expect(answer).toMatchObject({
        reason: { status: 409, body: { errorCode: 'conflict', current: { action: 'START', syncStatus: 'RUNNING' } } },
      });
    const { awsStackInfo, actionLogs } = await ended('newborn');
    expect(actionLogs).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED', reason: null }]);
    expect(awsStackInfo).toMatchObject({
      stackStatus: 'CREATE_COMPLETE',
      outputs: [
        { outputKey: 'ServerAddress', outputValue: expect.stringMatching(/^203\.0\.113\.\d+$/) },
        { outputKey: 'ServerPort', outputValue: '19132' },
        { outputKey: 'ServerInstance', outputValue: expect.stringMatching(/^i-/) },
      ],
      stopsAt: expect.any(Number),
    });
    await expireSnapshot();
    const { lastEvents } = await detail('newborn');
    expect(lastEvents[0]).toMatchObject({ logicalResourceId: 'newborn', resourceStatus: 'CREATE_COMPLETE' });
    // The start ends when the game answers, and not before.
    expect(lastEvents[1]).toMatchObject({ logicalResourceId: 'GameAnswers', resourceStatus: 'CREATE_COMPLETE' });
    const executions = (await control()).executions.filter(({ name }) => !before.has(name));
    // One is the start, the other one is its scheduled stop.
    expect(executions.map(({ status }) => status).toSorted()).toEqual(['RUNNING', 'SUCCEEDED']);
  });

  it('restarts a stack by creating another one with the same name', async () => {
    await keepUp('survival');
    const before = (await detail('survival')).awsStackInfo;
    await begin.restart('survival');
    const { awsStackInfo: after, actionLogs } = await ended('survival');
    expect(actionLogs[0]).toMatchObject({ action: 'RESTART', syncStatus: 'SUCCEEDED' });
    expect(after?.creationTime).toBeGreaterThan(before?.creationTime ?? Infinity);
  });

  it('archives a world on demand and at a stop, keeps the last ones, and still shows the last events', async () => {
    await keepUp('survival');
    const before = (await world()).archives.map(({ archiveId }) => archiveId);
    const made: string[] = [];
    for (let tries = 0; tries < 6; tries++) {
      await call('POST /api/minecraft_bedrock/v2/{stackName}/world/archives', given('survival'));
      made.unshift(await eventuallyWorld(({ archives }) => newIn(archives, [...before, ...made])));
      await pass(minute + 1000);
    }
    await begin.stop('survival');
    const { awsStackInfo, actionLogs } = await ended('survival');
    expect([awsStackInfo, actionLogs[0]?.syncStatus]).toEqual([null, 'SUCCEEDED']);
    const { archives, problem } = await world();
    expect(archives.slice(0, 5).map(({ reason }) => reason)).toEqual(['stop', 'live', 'live', 'live', 'live']);
    expect(problem).toBeNull();
    // The newest archive of each day is kept, too. Midnight may pass during this test, so one of the older ones may stay.
    await eventuallyWorld((seen) => made.some((id) => !seen.archives.some(({ archiveId }) => archiveId === id)));
    await expireSnapshot();
    const { lastEvents } = await detail('survival');
    expect(lastEvents[0]).toMatchObject({ logicalResourceId: 'survival', resourceStatus: 'DELETE_COMPLETE' });
    expect(lastEvents.length).toBeGreaterThan(5);
  });

  it('downloads an archive, and begins with it when it is chosen', async () => {
    await keepUp('survival');
    await keepUp();
    const [chosen] = (await world()).archives;
    const archiveId = chosen?.archiveId ?? '';
    const { url } = await call('GET /api/minecraft_bedrock/v2/{stackName}/world/archives/{archiveId}', {
      params: { stackName: 'survival', archiveId },
    });
    const download = await fetch(url);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="survival-.*\.mcworld"$/);
    expect((await download.arrayBuffer()).byteLength).toBe(chosen?.bytes);

    const choose = () =>
      call('PUT /api/minecraft_bedrock/v2/{stackName}/world/next', { ...given('survival'), body: { archiveId } });
    await choose();
    expect((await world()).next).toMatchObject({ archiveId, by: 'Ann' });
    await call('DELETE /api/minecraft_bedrock/v2/{stackName}/world/next', given('survival'));
    expect((await world()).next).toBeNull();
    await choose();
    await begin.start('survival');
    await ended('survival');
    await eventuallyWorld(({ next }) => next === null);
  });

  it('deletes a server that cannot archive its world, and says that the newest world has no archive', async () => {
    await keepUp('survival');
    await control('archiveFails');
    await begin.stop('survival');
    const { awsStackInfo, actionLogs } = await ended('survival');
    expect([awsStackInfo, actionLogs[0]?.syncStatus]).toEqual([null, 'SUCCEEDED']);
    expect((await world()).problem).toMatchObject({ reason: 'The archive could not be uploaded.', isLost: true });
    await control('normal');
    await begin.start('survival');
    await ended('survival');
    // The next boot archives before the game starts.
    await eventuallyWorld(({ problem }) => problem === null);
    expect((await world()).archives[0]?.reason).toBe('boot');
  });

  it('reports a failed start, and recovers with the next one', async () => {
    await keepUp();
    await control('createFails');
    await begin.start('failing');
    const { awsStackInfo, actionLogs } = await ended('failing');
    expect(awsStackInfo?.stackStatus).toBe('ROLLBACK_COMPLETE');
    expect(actionLogs[0]).toMatchObject({
      syncStatus: 'FAILED',
      reason: expect.stringMatching(/^The stack could not be created\. GameAnswers: .*did not answer/),
    });
    await control('normal');
    await begin.start('failing');
    expect((await ended('failing')).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('answers 503 while CloudFormation is throttled', async () => {
    await keepUp('creative');
    await control('throttled');
    await expireSnapshot();
    await expect(detail('creative')).rejects.toMatchObject({ status: 503, body: { errorCode: 'unavailable' } });
    await control('normal');
    await expireSnapshot();
    expect((await detail('creative')).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('stops a server once after half an hour without players, and no other', async () => {
    await keepUp('deserted', 'creative');
    await passOnServers(60);
    const playersAre = (online: number) =>
      eventuallyDetail('deserted', ({ awsStackInfo }) => awsStackInfo?.players?.online === online);
    await playersAre(1);
    await play('deserted', 0);
    await playersAre(0);
    await passOnServers(10);
    const { actionLogs: before } = await detail('deserted');
    expect(before[0]).toMatchObject({ action: 'START', by: 'Ann' });
    await passOnServers(21);
    await eventuallyDetail('deserted', ({ awsStackInfo }) => awsStackInfo === null);
    const { actionLogs } = await ended('deserted');
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' });
    expect(actionLogs.slice(1)).toEqual(before);
    expect((await detail('creative')).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('stops a forgotten stack on schedule, even with players', async () => {
    await keepUp('creative');
    await pass(6 * hour);
    await signIn();
    await eventuallyDetail('creative', ({ awsStackInfo }) => awsStackInfo === null);
    const { actionLogs } = await ended('creative');
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', by: 'schedule', syncStatus: 'SUCCEEDED' });
  });

  it('refuses players of an unknown stack, and negative player counts', async () => {
    await expect(play('another', 1)).rejects.toThrow('There is no stack another.');
    await expect(play('survival', -1)).rejects.toThrow('400');
  });
});
