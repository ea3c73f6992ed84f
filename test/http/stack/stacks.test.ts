import { afterAll, describe, expect, it } from '@jest/globals';
import { startStackSite } from '../../support/stack-site/stack-site.ts';

/** Any test may use the first two, and each of the others belongs to one test. */
const names = ['survival', 'creative', 'unborn', 'newborn', 'failing'];
const { site, call, given, begin, detail, control, play, ended, world, eventuallyWorld, keepUp } = await startStackSite(
  names,
  ['unseen'],
);
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
