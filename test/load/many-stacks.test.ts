import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { apiCaller } from '../support/site/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startSite } from '../support/site/site.ts';

jest.setTimeout(240_000);

const names = Array.from({ length: 25 }, (_, index) => `game-${index}-`.padEnd(62, 'x').concat('1'));
const site = await startSite({ env: { STACK_NAMES: names.join(), STACK_SPEED: '60' } });
afterAll(() => site.stop());

describe('a site with 25 stacks', () => {
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
