import { afterAll, describe, expect, it } from '@jest/globals';
import { startCloud } from '../../support/aws/cloud.ts';
import { owner } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller, ask } from '../../support/site/caller.ts';
import { sendRaw } from '../../support/site/raw-request.ts';

const stackName = 'creative';
const dayMs = 86_400_000;
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName, 'survival'] });
afterAll(() => cloud.close());

/** Another test may have moved the time on, so that sessions have ended. */
const signedInOwner = async () => apiCaller(cloud.origin, await cloud.signIn(owner), { asksAgain: true });
const visitor = apiCaller(cloud.origin, '', { asksAgain: true });
const given = { params: { stackName } };

async function newLink(note: string) {
  const asOwner = await signedInOwner();
  const made = await asOwner('POST /api/minecraft_bedrock/v2/{stackName}/links', {
    ...given,
    body: { note, validFor: 'week' },
  });
  cloud.secrets.add(made.secret);
  return made;
}
const look = (secret: string, name = stackName) =>
  visitor('POST /api/minecraft_bedrock/link/look', { body: { stackName: name, secret } });
const start = (secret: string, name = stackName) =>
  visitor('POST /api/minecraft_bedrock/link/start', { body: { stackName: name, secret } });
const refused = { status: 403, body: { errorCode: 'forbidden' } };

describe('a start link', () => {
  it('starts its server from a page without a session, and is in the list and in the audit trail', async () => {
    const asOwner = await signedInOwner();
    const { secret } = await newLink('Tom');
    expect((await look(secret)).data).toMatchObject({ stackName, state: 'off' });
    // A preview follows the address of the page, and perhaps asks the API for what it finds there.
    for (const path of ['/stack/start', '/api/minecraft_bedrock/link/start', '/api/minecraft_bedrock/link/look'])
      expect((await sendRaw(cloud.origin, { method: 'GET', path })).text).not.toContain('"state"');
    expect((await asOwner('GET /api/minecraft_bedrock/v2/{stackName}/detail', given)).data.actionLogs).toEqual([]);
    expect((await start(secret)).data.state).toBe('starting');
    const up = await eventually(
      async () => {
        const { data } = await look(secret);
        return data.state === 'up' && data;
      },
      120_000,
      300,
    );
    expect(up.outputs.map(({ outputKey }) => outputKey)).toEqual(
      expect.arrayContaining(['ServerAddress', 'ServerPort']),
    );
    const { data } = await asOwner('GET /api/minecraft_bedrock/v2/{stackName}/detail', given);
    expect(data).toMatchObject({ isOwner: true, actionLogs: [{ action: 'START', by: 'the link “Tom”' }] });
    const list = await asOwner('GET /api/minecraft_bedrock/v2/{stackName}/links', given);
    expect(list.data).toContainEqual(
      expect.objectContaining({ note: 'Tom', state: 'open', lastStartTime: expect.any(Number) }),
    );
    expect(JSON.stringify(list)).not.toContain(secret);
    const { events } = await asOwner('GET /api/auth/owner/activity', { query: { kind: 'startLinkUsed' } });
    const used = { outcome: 'done', subject: `${stackName} (Tom)`, userId: null };
    expect(events).toContainEqual(expect.objectContaining(used));
  });

  it('is refused for another server, after its revocation, and after its term', async () => {
    const [{ secret, link }, other] = [await newLink('Eve'), await newLink('Dan')];
    await expect(start(secret, 'survival')).rejects.toMatchObject(refused);
    await expect(start('x'.repeat(43))).rejects.toMatchObject(refused);
    const params = { stackName, linkRef: link.linkRef };
    const asOwner = await signedInOwner();
    await asOwner('DELETE /api/minecraft_bedrock/v2/{stackName}/links/{linkRef}', { params });
    await expect(look(secret)).rejects.toMatchObject(refused);
    await cloud.control('/clock', { advanceMs: 7 * dayMs });
    await expect(start(other.secret)).rejects.toMatchObject(refused);
  });

  it('is made and seen by the owner only', async () => {
    const cookie = await cloud.signIn('Ann');
    const listed = await ask(cloud.origin, 'GET /api/minecraft_bedrock/v2/{stackName}/links', { ...given, cookie });
    expect(listed.status).toBe(403);
  });
});
