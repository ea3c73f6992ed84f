import { afterAll, describe, expect, it } from '@jest/globals';
import { startCloud } from '../../support/aws/cloud.ts';
import { owner } from '../../support/credentials.ts';
import { apiCaller } from '../../support/site/caller.ts';

const stackName = 'creative';
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName], asksForLicense: true });
afterAll(() => cloud.close());

const given = { params: { stackName } };
const refused = { status: 403, body: { errorCode: 'forbidden' } };

describe('the license of the game', () => {
  it('is accepted by the owner only, and recorded, before a server starts', async () => {
    const call = apiCaller(cloud.origin, await cloud.signIn('Ann'), { asksAgain: true });
    const asOwner = apiCaller(cloud.origin, await cloud.signIn(owner), { asksAgain: true });
    const start = () => call('POST /api/minecraft_bedrock/v2/{stackName}/start', given);
    const shown = async () => (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', given)).data.license;
    const license = await shown();
    expect(license).toMatchObject({ url: 'https://www.minecraft.net/eula', accepted: null });
    await expect(start()).rejects.toMatchObject(refused);
    const accepted = { body: { url: license?.url ?? '' } };
    await expect(call('PUT /api/minecraft_bedrock/license', accepted)).rejects.toMatchObject(refused);
    await asOwner('PUT /api/minecraft_bedrock/license', accepted);
    expect((await shown())?.accepted).toEqual({ by: 'owner', time: expect.any(Number) });
    expect((await start()).data).toMatchObject({ action: 'START', by: 'Ann' });
    const { events } = await asOwner('GET /api/auth/owner/activity', { query: { kind: 'licenseAccepted' } });
    expect(events).toContainEqual(expect.objectContaining({ outcome: 'done' }));
  });
});
