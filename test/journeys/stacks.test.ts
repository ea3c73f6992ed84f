import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { callerOf } from '../support/caller.ts';
import { startSite, type Site } from '../support/site.ts';

jest.setTimeout(120_000);

const dataDir = mkdtempSync(join(tmpdir(), 'stack-journey-'));
const env = { STACK_NAMES: 'survival,creative', STACK_SPEED: '40' };
let site: Site;
let call: ReturnType<typeof callerOf>;

async function start() {
  site = await startSite({ dataDir, env });
  call = callerOf(site.origin, await site.signIn('Ann'));
}
beforeAll(start);
afterAll(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

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

/** Looks again and again, as a page does. */
async function until<Seen>(look: () => Promise<Seen>, isIt: (seen: Seen) => boolean): Promise<Seen> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (isIt(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const ended = (name: string) =>
  until(
    () => detail(name),
    ({ actionLogs }) => actionLogs[0]?.syncStatus !== 'RUNNING',
  );

describe('the stack manager', () => {
  it('lists the configured stacks, which are not there yet', async () => {
    expect(await call('GET /api/minecraft_bedrock/v2', {})).toEqual({ data: ['survival', 'creative'] });
    const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/description', given('survival'));
    expect(data).toEqual({ awsStackInfo: null, actionLogs: [] });
    await expect(detail('HomePage')).rejects.toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
    await expect(begin.stop('HomePage')).rejects.toMatchObject({ status: 404 });
    expect(Object.keys((await control()).calls)).toEqual(['DescribeStacks survival']);
  });

  it('starts a stack once, however often it is told to, and shows its events, outputs and its end', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 3 }, () => begin.start('survival')));
    const fulfilled = answers.filter(({ status }) => status === 'fulfilled');
    expect(fulfilled).toMatchObject([{ value: { data: { action: 'START', syncStatus: 'RUNNING', by: 'Ann' } } }]);
    for (const answer of answers.filter(({ status }) => status === 'rejected'))
      expect(answer).toMatchObject({
        reason: { status: 409, body: { errorCode: 'conflict', current: { action: 'START', syncStatus: 'RUNNING' } } },
      });
    const { awsStackInfo, actionLogs } = await ended('survival');
    expect(actionLogs).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED', reason: null }]);
    expect(awsStackInfo).toMatchObject({
      stackStatus: 'CREATE_COMPLETE',
      outputs: expect.arrayContaining([{ outputKey: 'ServerPort', outputValue: '19132' }]),
      stopsAt: expect.any(Number),
    });
    const { lastEvents } = await until(
      () => detail('survival'),
      ({ lastEvents: [last] }) => last?.logicalResourceId === 'survival' && last.resourceStatus === 'CREATE_COMPLETE',
    );
    expect(lastEvents.some(({ resourceType }) => resourceType === 'AWS::EC2::SecurityGroup')).toBe(true);
    const { executions } = await control();
    // The start, and the stop that it has planned.
    expect(executions.map(({ status }) => status).toSorted()).toEqual(['RUNNING', 'SUCCEEDED']);
  });

  it('restarts it: another stack, under the same name', async () => {
    const before = (await detail('survival')).awsStackInfo;
    await begin.restart('survival');
    const { awsStackInfo: after, actionLogs } = await ended('survival');
    expect(actionLogs[0]).toMatchObject({ action: 'RESTART', syncStatus: 'SUCCEEDED' });
    expect(after?.creationTime).toBeGreaterThan(before?.creationTime ?? Infinity);
  });

  it('stops it, and still tells how it went', async () => {
    await begin.stop('survival');
    const { awsStackInfo, actionLogs } = await ended('survival');
    expect([awsStackInfo, actionLogs[0]?.syncStatus]).toEqual([null, 'SUCCEEDED']);
    const { lastEvents } = await until(
      () => detail('survival'),
      ({ lastEvents: [last] }) => last?.resourceStatus === 'DELETE_COMPLETE',
    );
    expect(lastEvents.length).toBeGreaterThan(5);
  });

  it('tells of a start that failed, and recovers it with the next one', async () => {
    await control('createFails');
    await begin.start('creative');
    const { awsStackInfo, actionLogs } = await ended('creative');
    expect(awsStackInfo?.stackStatus).toBe('ROLLBACK_COMPLETE');
    expect(actionLogs[0]).toMatchObject({
      syncStatus: 'FAILED',
      reason: expect.stringMatching(/^The stack could not be created\. GameAnswers: .*did not answer/),
    });
    await control('normal');
    await begin.start('creative');
    expect((await ended('creative')).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('is unavailable while CloudFormation is throttled, and says nothing of what is there', async () => {
    await control('throttled');
    await until(
      () =>
        detail('creative').then(
          () => '',
          (error: unknown) => z.object({ status: z.number() }).parse(error).status,
        ),
      (status) => status === 503,
    );
    await control('normal');
    const { awsStackInfo } = await until(
      () => detail('creative').catch(() => undefined),
      (seen) => seen !== undefined,
    ).then((seen) => seen ?? Promise.reject(new Error('nothing seen')));
    expect(awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('goes on with an action after a power cut', async () => {
    await control('slow');
    await begin.start('survival');
    await until(
      () => detail('survival'),
      ({ awsStackInfo }) => awsStackInfo?.stackStatus === 'CREATE_IN_PROGRESS',
    );
    await site.kill();
    await start();
    await control('normal');
    const { actionLogs, awsStackInfo } = await ended('survival');
    expect(actionLogs[0]).toMatchObject({ action: 'START', syncStatus: 'SUCCEEDED' });
    expect(awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    expect((await control()).calls['CreateStack survival']).toBeUndefined();
  });

  it('stops what everybody has forgotten', async () => {
    // Somebody plays, and has forgotten the time: a server without players would have asked for its end long before.
    for (const stackName of ['survival', 'creative']) await site.control('/players', { stackName, count: 1 });
    await site.control('/clock', { advanceMs: 6 * 3_600_000 });
    call = callerOf(site.origin, await site.signIn('Ann'));
    for (const name of ['survival', 'creative']) {
      const { actionLogs } = await until(
        () => detail(name),
        ({ awsStackInfo }) => awsStackInfo === null,
      );
      expect(actionLogs[0]).toMatchObject({ action: 'STOP', by: 'schedule' });
      expect((await ended(name)).actionLogs[0]?.syncStatus).toBe('SUCCEEDED');
    }
  });
});
