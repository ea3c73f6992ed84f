import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RecordedAwsCall, startCloud } from '../../support/aws/cloud.ts';
import { owner } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { stackPage } from '../../support/site/stack-page.ts';

const stackName = 'creative';
const minute = 60_000;
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName] });
afterAll(() => cloud.close());

const cookie = await cloud.signIn('Ann');
const call = apiCaller(cloud.origin, cookie, { asksAgain: true });
const { begin, detail, ended } = stackPage(cloud.origin, cookie, stackName);
const given = { params: { stackName } };

const asOwner = apiCaller(cloud.origin, await cloud.signIn(owner), { asksAgain: true });
const lists = { isAllowListOn: true, allowed: ['小明 B'], operators: ['Player 1'] };

beforeAll(async () => {
  const body = { ...lists, version: 0 };
  await asOwner('PUT /api/minecraft_bedrock/v2/{stackName}/players', { ...given, body });
  await cloud.control('/players', { stackName, count: 2 });
  await cloud.control('/stacks', { mode: 'kept' });
  await begin('start');
  await ended();
  await cloud.control('/stacks', { mode: 'normal' });
});

/** The watchdog sends lists to the console. */
const isSent = ({ by, operation, input }: RecordedAwsCall) =>
  by.startsWith('StacksIdle') && operation === 'SendCommand' && JSON.stringify(input).includes('"players"');

describe('a running server', () => {
  it('has told what it runs in place of downloads that failed', async () => {
    const keptGame = { version: '1.26.50.2', keptAt: expect.any(Number) };
    // The server's report of its boot comes by another way than the end of its start.
    const info = await eventually(async () => {
      const { awsStackInfo } = await detail();
      return awsStackInfo?.keptImage === true && awsStackInfo;
    });
    expect(info).toMatchObject({ keptImage: true, keptGame });
  });

  it('has the lists of players that were set before its start, within its first minutes', async () => {
    const { data } = await asOwner('GET /api/minecraft_bedrock/v2/{stackName}/players', given);
    expect(data).toMatchObject(lists);
    await eventually(
      async () => {
        await cloud.control('/clock', { advanceMs: minute });
        return cloud.takeAwsCalls().some(isSent);
      },
      60_000,
      1000,
    );
  });

  it('counts its hours of this month', async () => {
    const { hours } = await call('GET /api/minecraft_bedrock/v2/{stackName}/hours', given);
    expect(hours).toBeGreaterThan(0);
  });

  it('has a console for the owner alone', async () => {
    const path = 'POST /api/minecraft_bedrock/v2/{stackName}/console/commands';
    const command = { ...given, body: { command: 'list' } };
    expect((await detail()).rights).toEqual({ start: true, stop: true, command: false });
    await expect(call(path, command)).rejects.toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
    const { commandId } = await asOwner(path, command);
    const asked = { params: { stackName, commandId } };
    const output = await eventually(
      async () => {
        const answer = await asOwner('GET /api/minecraft_bedrock/v2/{stackName}/console/commands/{commandId}', asked);
        return answer.data.state === 'done' && answer.data.output;
      },
      60_000,
      200,
    );
    expect(output).toContain('There are 2/10 players online:');
    await asOwner('POST /api/minecraft_bedrock/v2/{stackName}/console/log', given);
  });

  it('says what happened to a command that is lost on its way, and what to do', async () => {
    await cloud.control('/stacks', { mode: 'undelivered' });
    const path = 'POST /api/minecraft_bedrock/v2/{stackName}/console/commands';
    const { commandId } = await asOwner(path, { ...given, body: { command: 'say hello' } });
    await cloud.control('/stacks', { mode: 'normal' });
    const asked = { params: { stackName, commandId } };
    const output = async () =>
      (await asOwner('GET /api/minecraft_bedrock/v2/{stackName}/console/commands/{commandId}', asked)).data;
    expect(await output()).toMatchObject({ state: 'pending' });
    await cloud.control('/clock', { advanceMs: minute });
    expect(await output()).toEqual({
      state: 'failed',
      output: 'The server did not take the command. Try again in a minute. If it fails again, restart the server.',
    });
  });
});
