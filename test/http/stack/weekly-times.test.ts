import { afterAll, describe, expect, it } from '@jest/globals';
import { startCloud } from '../../support/aws/cloud.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';

const stackName = 'creative';
const quarterMs = 15 * 60_000;
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName] });
afterAll(() => cloud.close());

const given = { params: { stackName } };
const signedIn = async () => apiCaller(cloud.origin, await cloud.signIn('Ann'), { asksAgain: true });
const detail = async () => (await (await signedIn())('GET /api/minecraft_bedrock/v2/{stackName}/detail', given)).data;
const quarterOf = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16);

/** Moves the time on by quarters until the page shows something. */
const passUntil = <Seen>(look: (seen: Awaited<ReturnType<typeof detail>>) => Seen | false) =>
  eventually(
    async () => {
      await cloud.control('/clock', { advanceMs: quarterMs });
      return look(await detail());
    },
    120_000,
    1500,
  );

describe('weekly times', () => {
  it('start a server by the scheduler, and again at the next time after its stop', async () => {
    const call = await signedIn();
    const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/times', given);
    expect(data).toMatchObject({ version: 0, times: [] });
    const from = Math.ceil((Date.now() + quarterMs) / quarterMs) * quarterMs;
    const days = [0, 1, 2, 3, 4, 5, 6];
    const times = [0, 8].map((quarters) => ({
      days,
      from: quarterOf(from + quarters * quarterMs),
      until: quarterOf(from + (quarters + 4) * quarterMs),
    }));
    const body = { version: 0, timeZone: 'UTC', times };
    await call('PUT /api/minecraft_bedrock/v2/{stackName}/times', { ...given, body });
    expect((await detail()).plan).toEqual({ nextStart: from, missed: null });
    const startsIn = ({ actionLogs }: Awaited<ReturnType<typeof detail>>) =>
      actionLogs.filter(({ action, by }) => action === 'START' && by === 'schedule').length;
    await passUntil((seen) => startsIn(seen) === 1);
    // No player comes, so it is stopped before its end or at it.
    const by = await passUntil(
      ({ actionLogs: [last] }) => last?.action === 'STOP' && last.syncStatus === 'SUCCEEDED' && last.by,
    );
    expect(by).toMatch(/^(schedule|idle)$/);
    expect(await passUntil((seen) => startsIn(seen) === 2)).toBe(true);
  });
});
