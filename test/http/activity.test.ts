import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from 'shared-types/contract/audit';
import { owner } from '../support/credentials.ts';
import { apiCaller } from '../support/site/caller.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { startSite, type Site } from '../support/site/site.ts';

let site: Site;
let asOwner: ReturnType<typeof apiCaller>;

beforeAll(async () => {
  site = await startSite();
  asOwner = apiCaller(site.origin, await site.signIn(owner));
});
afterAll(() => site.stop());

async function everyEvent(): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { events: AuditEvent[]; cursor: string | null } = await asOwner('GET /api/auth/owner/activity', {
      query: cursor === '' ? {} : { cursor },
    });
    all.push(...page.events);
    ({ cursor } = page);
  }
  return all;
}
const brief = (events: AuditEvent[]) => events.map(({ kind, code }) => (code === null ? kind : `${kind} ${code}`));

describe("the owner's activity", () => {
  it('has the acts of every tool, and their refusals', async () => {
    const call = apiCaller(site.origin, await site.signIn('Bea'));
    const [stackName = ''] = (await call('GET /api/minecraft_bedrock/v2', {})).data;
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params: { stackName } });
    await call('POST /api/minecraft_bedrock/v2/{stackName}/stop', { params: { stackName } });
    const { sessionId } = await call('POST /api/chat/session/create', { body: { title: 'Plans' } });
    await call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } });
    const resblockId = '1199027300104';
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    await site.control('/invitations', {});
    // A repeated deletion is no second event.
    await call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } });
    await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    for (const path of [
      `/api/minecraft_bedrock/v2/${stackName}/restart`,
      '/api/chat/session/create',
      '/api/ljmonitor/batch/refreshAllHouse',
    ])
      expect(
        (await sendRaw(site.origin, { method: 'POST', path, headers: { 'sec-fetch-site': 'cross-site' } })).status,
      ).toBe(403);
    const own = await call('GET /api/auth/activity', {});
    const byOperator = (await everyEvent()).filter(({ by }) => by === 'operator');
    // The first one is made when the site starts.
    expect(brief(byOperator)).toEqual(['invitationCreated', 'invitationCreated']);
    expect(byOperator[0]).toMatchObject({ userId: null, route: 'npm run invite' });
    expect(own.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['communityDeleted', resblockId],
      ['conversationDeleted', sessionId],
      ['stackStopped', stackName],
      ['stackStarted', stackName],
    ]);
    const refused = (await everyEvent()).filter(({ code, userId }) => code === 'forbidden' && userId === null);
    expect(new Set(brief(refused))).toEqual(new Set(['refusedCall forbidden', 'stackRestarted forbidden']));
    expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    await expect(call('GET /api/auth/owner/activity', {})).rejects.toMatchObject({ status: 403 });
  });
});
