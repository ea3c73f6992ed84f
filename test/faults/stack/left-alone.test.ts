import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { eventually } from '../../support/eventually.ts';
import { minute, newIn, startStackSite } from '../../support/stack-site/stack-site.ts';

const names = ['survival', 'creative', 'deserted'];
const {
  site,
  call,
  signIn,
  given,
  begin,
  detail,
  control,
  play,
  pass,
  passOnServers,
  expireSnapshot,
  eventuallyDetail,
  ended,
  world,
  eventuallyWorld,
  keepUp,
} = await startStackSite(names);
afterAll(() => site.stop());

/** Waits, for up to `wait` milliseconds, until the players on creative are told that it stops. */
const isWarned = (wait: number) =>
  eventually(
    async () => (await control()).warnings.some((text) => text.startsWith('creative: The server stops in ')),
    wait,
    200,
  );

describe('a server that is left alone', () => {
  it('archives a world on demand and at a stop, keeps the last ones, and still shows the last events', async () => {
    await keepUp('survival');
    const before = (await world()).archives.map(({ archiveId }) => archiveId);
    const made: string[] = [];
    for (let tries = 0; tries < 6; tries++) {
      await call('POST /api/minecraft_bedrock/v2/{stackName}/world/archives', given('survival'));
      made.unshift(await eventuallyWorld(({ archives }) => newIn(archives, [...before, ...made])));
      await pass(minute + 1000);
    }
    await begin.stop('survival');
    const { awsStackInfo, actionLogs } = await ended('survival');
    expect([awsStackInfo, actionLogs[0]?.syncStatus]).toEqual([null, 'SUCCEEDED']);
    const { archives, problem } = await world();
    expect(archives.slice(0, 5).map(({ reason }) => reason)).toEqual(['stop', 'live', 'live', 'live', 'live']);
    expect(problem).toBeNull();
    // The newest archive of each day is kept, too. Midnight may pass during this test, so one of the older ones may stay.
    await eventuallyWorld((seen) => made.some((id) => !seen.archives.some(({ archiveId }) => archiveId === id)));
    await expireSnapshot();
    const { lastEvents } = await detail('survival');
    expect(lastEvents[0]).toMatchObject({ logicalResourceId: 'survival', resourceStatus: 'DELETE_COMPLETE' });
    expect(lastEvents.length).toBeGreaterThan(5);
  });

  it('stops a server once after half an hour without players, and no other', async () => {
    await keepUp('deserted', 'creative');
    await passOnServers(60);
    const playersAre = (online: number) =>
      eventuallyDetail('deserted', ({ awsStackInfo }) => awsStackInfo?.players?.online === online);
    await playersAre(1);
    await play('deserted', 0);
    await playersAre(0);
    await passOnServers(10);
    const { actionLogs: before } = await detail('deserted');
    expect(before[0]).toMatchObject({ action: 'START', by: 'Ann' });
    await passOnServers(21);
    await eventuallyDetail('deserted', ({ awsStackInfo }) => awsStackInfo === null);
    const { actionLogs } = await ended('deserted');
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' });
    expect(actionLogs.slice(1)).toEqual(before);
    expect((await detail('creative')).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('warns the players of a forgotten stack, and stops it on schedule', async () => {
    await keepUp('creative');
    const { stopsAt } = (await detail('creative')).awsStackInfo ?? {};
    const { now } = z.object({ now: z.number() }).parse(await pass(0));
    await pass((stopsAt ?? 0) - now - 14.5 * minute);
    // A look that waited for a busy machine warns at the next mark, five minutes before the stop.
    const isFirst = await isWarned(20_000).catch(() => false);
    await pass(isFirst ? 0 : 10 * minute);
    await isWarned(40_000);
    await pass(15 * minute);
    await signIn();
    await eventuallyDetail('creative', ({ awsStackInfo }) => awsStackInfo === null);
    const { actionLogs } = await ended('creative');
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', by: 'schedule', syncStatus: 'SUCCEEDED' });
  });
});
