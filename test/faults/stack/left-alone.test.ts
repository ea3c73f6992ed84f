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

  it('deletes a server that cannot archive its world, and says that the newest world has no archive', async () => {
    await keepUp('survival');
    await control('archiveFails');
    await begin.stop('survival');
    const { awsStackInfo, actionLogs } = await ended('survival');
    expect([awsStackInfo, actionLogs[0]?.syncStatus]).toEqual([null, 'SUCCEEDED']);
    expect((await world()).problem).toMatchObject({ reason: 'The backup could not be uploaded.', isLost: true });
    await control('normal');
    await begin.start('survival');
    await ended('survival');
    // The next boot archives before the game starts.
    await eventuallyWorld(({ problem }) => problem === null);
    expect((await world()).archives[0]?.reason).toBe('boot');
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

  it('shows a server that falls silent, and stops it when it stays so', async () => {
    await keepUp('creative');
    await eventuallyDetail('creative', ({ awsStackInfo }) => awsStackInfo?.players !== undefined);
    const { awsStackInfo: up } = await detail('creative');
    expect(up?.boot).toHaveLength(5);
    expect(up?.boot).toEqual(up?.boot?.toSorted((one, other) => one - other));
    await control('silent');
    await pass(4 * minute);
    await eventuallyDetail('creative', ({ awsStackInfo }) => awsStackInfo?.players?.isSilent === true);
    // Each look of the watchdog comes a minute after the last one.
    const seen = await eventually(
      async () => {
        await pass(minute);
        const found = await detail('creative');
        return found.actionLogs[0]?.action === 'STOP' && found;
      },
      60_000,
      1000,
    );
    expect(seen.actionLogs.slice(0, 2)).toMatchObject([{ action: 'STOP', by: 'silence' }, { action: 'START' }]);
    const { awsStackInfo, actionLogs } = await ended('creative');
    expect(awsStackInfo).toBeNull();
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', syncStatus: 'SUCCEEDED' });
  });

  it('leaves a server that takes commands and does not report for half an hour, then stops it', async () => {
    await keepUp('creative');
    await eventuallyDetail('creative', ({ awsStackInfo }) => awsStackInfo?.players !== undefined);
    await control('unreported');
    const { reportsAsked: before } = await control();
    // The watchdog looks once a minute.
    await eventually(
      async () => {
        await pass(minute);
        return (await control()).reportsAsked >= before + 14;
      },
      120_000,
      1000,
    );
    const { awsStackInfo } = await detail('creative');
    expect(awsStackInfo?.players?.isSilent).toBe(true);
    expect((await detail('creative')).actionLogs[0]).toMatchObject({ action: 'START' });
    await eventually(
      async () => {
        await pass(minute);
        return (await detail('creative')).actionLogs[0]?.by === 'silence';
      },
      120_000,
      1000,
    );
    expect((await ended('creative')).actionLogs[0]).toMatchObject({ action: 'STOP', syncStatus: 'SUCCEEDED' });
  });
});
