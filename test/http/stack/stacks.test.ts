import { afterAll, describe, expect, it } from '@jest/globals';
import { startStackSite } from '../../support/stack-site/stack-site.ts';

/** Any test may use the first two, and each of the others belongs to one test. */
const names = ['survival', 'creative', 'unborn', 'newborn', 'failing'];
const { site, call, given, begin, detail, control, play, expireSnapshot, ended, world, eventuallyWorld, keepUp } =
  await startStackSite(names, ['unseen']);
afterAll(() => site.stop());

describe('the stack manager', () => {
  it('lists the configured stacks before they exist', async () => {
    expect(await call('GET /api/minecraft_bedrock/v2', {})).toEqual({ data: [...names, 'unseen'], access: 'everyone' });
    const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/description', given('unborn'));
    expect(data).toEqual({ awsStackInfo: null, actionLogs: [], rights: { start: true, stop: true, command: false } });
    const listed = await call('GET /api/minecraft_bedrock/v2', { query: { describe: 'unborn,HomePage' } });
    expect(listed).toEqual({ data: [...names, 'unseen'], access: 'everyone', described: { unborn: data } });
    const many = Array.from({ length: 26 }, () => 'unborn').join();
    await expect(call('GET /api/minecraft_bedrock/v2', { query: { describe: many } })).rejects.toMatchObject({
      status: 400,
      body: { issues: [{ message: 'must be the names of 25 stacks at most, separated by commas' }] },
    });
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

  it('refuses players of an unknown stack, and negative player counts', async () => {
    await expect(play('another', 1)).rejects.toThrow('There is no stack another.');
    await expect(play('survival', -1)).rejects.toThrow('400');
  });
});
