import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { apiCaller } from '../support/site/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startSite } from '../support/site/site.ts';

const names = Array.from({ length: 25 }, (_, index) => `game-${index}-`.padEnd(62, 'x').concat('1'));
const site = await startSite({ env: { STACK_NAMES: names.join(), STACK_SPEED: '60' } });
afterAll(() => site.stop());

const Calls = z.object({ calls: z.record(z.string(), z.number()) });
/** Counts the questions to CloudFormation about each stack. */
async function countDescribes() {
  const { calls } = Calls.parse(await site.control('/stacks'));
  return names.map((name) => calls[`DescribeStacks ${name}`] ?? 0);
}

describe('a site with 25 stacks', () => {
  it('describes all of them in one call, with one question to CloudFormation for each at most', async () => {
    const call = apiCaller(site.origin, await site.signIn('Ann'));
    const before = await countDescribes();
    const begunAt = performance.now();
    const { described = {} } = await call('GET /api/minecraft_bedrock/v2', { query: { describe: names.join() } });
    expect(performance.now() - begunAt).toBeLessThan(10_000);
    expect(Object.keys(described).toSorted()).toEqual(names.toSorted());
    const asked = (await countDescribes()).map((count, index) => count - (before[index] ?? 0));
    expect(asked.filter((count) => count > 1)).toEqual([]);
  });

  it('lists them in the configured order, and starts the last one', async () => {
    const call = apiCaller(site.origin, await site.signIn('Ann'));
    expect((await call('GET /api/minecraft_bedrock/v2', {})).data).toEqual(names);
    const params = { stackName: names.at(-1) ?? '' };
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params });
    const log = await eventually(async () => {
      const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params });
      const [latest] = data.actionLogs;
      return latest?.syncStatus === 'RUNNING' ? undefined : latest;
    }, 120_000);
    expect(log).toMatchObject({ action: 'START', syncStatus: 'SUCCEEDED' });
  });
});
