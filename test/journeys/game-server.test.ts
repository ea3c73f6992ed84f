import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { callerOf } from '../support/caller.ts';
import { type Site, startSite } from '../support/site.ts';

jest.setTimeout(120_000);

const stackName = 'bedrock-survival';
const minute = 60_000;
/** Half an hour without players is a minute and a half here, and an action a few seconds. */
const speed = 20;

let site: Site;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startSite({ env: { STACK_SPEED: String(speed) } });
  call = callerOf(site.origin, await site.signIn('Ann'));
});
afterAll(() => site.stop());

const detail = async () =>
  (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params: { stackName } })).data;
const pass = (minutes: number) => site.control('/clock', { advanceMs: (minutes * minute) / speed });
const play = (count: number) => site.control('/players', { stackName, count });

/** Looks until it is so. */
async function until(what: string, isSo: (seen: Awaited<ReturnType<typeof detail>>) => boolean) {
  for (let tries = 0; tries < 300; tries++) {
    const seen = await detail();
    if (isSo(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`never: ${what}\n${JSON.stringify(await detail(), null, 1)}\n${site.output()}`);
}

describe('a game server', () => {
  it('tells players where to connect once the game answers', async () => {
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params: { stackName } });
    const { awsStackInfo } = await until(
      'the start has ended',
      ({ actionLogs }) => actionLogs[0]?.syncStatus === 'SUCCEEDED',
    );
    expect(awsStackInfo?.outputs).toEqual([
      { outputKey: 'ServerAddress', outputValue: expect.stringMatching(/^203\.0\.113\.\d+$/) },
      { outputKey: 'ServerPort', outputValue: '19132' },
    ]);
    // Events are looked at once in five seconds.
    await until('its word is among the events', ({ lastEvents }) =>
      lastEvents.some(({ logicalResourceId }) => logicalResourceId === 'GameAnswers'),
    );
  });

  it('runs as long as somebody plays, and is stopped once when nobody has for half an hour', async () => {
    await play(2);
    await pass(60);
    await play(0);
    await pass(25);
    expect((await detail()).actionLogs).toHaveLength(1);
    await pass(6);
    const { actionLogs } = await until(
      'it is gone',
      ({ awsStackInfo, actionLogs: [last] }) => awsStackInfo === null && last?.syncStatus === 'SUCCEEDED',
    );
    expect(actionLogs.map(({ action, by }) => ({ action, by }))).toEqual([
      { action: 'STOP', by: 'idle' },
      { action: 'START', by: 'Ann' },
    ]);
  });

  it('has players only where there is one, and never less than nobody', async () => {
    await expect(site.control('/players', { stackName: 'another', count: 1 })).rejects.toThrow(
      'there is no stack another',
    );
    await expect(site.control('/players', { stackName, count: -1 })).rejects.toThrow('400');
  });
});
