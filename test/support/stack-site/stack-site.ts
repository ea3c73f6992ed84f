import { beforeEach, expect } from '@jest/globals';
import * as z from 'zod';
import { apiCaller, type Call } from '../site/caller.ts';
import { eventually } from '../eventually.ts';
import { startSite } from '../site/site.ts';

/** At this speed an action takes about a second, and an idle half hour takes 45 seconds. */
const speed = 40;
export const minute = 60_000;

const given = (stackName: string) => ({ params: { stackName } });

/** Returns the id of an archive that is not known yet. */
export const newIn = (archives: { archiveId: string }[], known: string[]) =>
  archives.map(({ archiveId }) => archiveId).find((id) => !known.includes(id));

/**
 * Starts a site with these stacks, and a player on each of their servers before every test. Nothing reads the stacks of
 * `unread` before a test does.
 */
export async function startStackSite(names: string[], unread: string[] = []) {
  const site = await startSite({ env: { STACK_NAMES: [...names, ...unread].join(), STACK_SPEED: String(speed) } });
  let caller: Call;
  const call: Call = (key, input) => caller(key, input);
  const signIn = async () => void (caller = apiCaller(site.origin, await site.signIn('Ann'), { asksAgain: true }));

  beforeEach(async () => {
    // On a slow machine, servers without players would stop by themselves.
    await Promise.all(names.map((name) => play(name, 1)));
    await control('normal');
    // Another test may have let the session expire.
    await signIn();
  });

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
    warnings: z.array(z.string()),
    reportsAsked: z.number(),
    executions: z.array(z.object({ name: z.string(), status: z.string(), transitions: z.number() })),
  });
  const control = async (mode?: string) =>
    Control.parse(await (mode === undefined ? site.control('/stacks') : site.control('/stacks', { mode })));
  const play = (stackName: string, count: number) => site.control('/players', { stackName, count });
  const pass = (advanceMs: number) => site.control('/clock', { advanceMs });
  const passOnServers = (minutes: number) => pass((minutes * minute) / speed);
  /** Lets more time pass than the cache may be blocked by a step that read without the lease. */
  const expireSnapshot = () => pass(10_000);

  /** Reads the stack, as a page does, until it is as expected. */
  const eventuallyDetail = (name: string, isExpected: (seen: Awaited<ReturnType<typeof detail>>) => boolean) =>
    eventually(
      async () => {
        const seen = await detail(name);
        return isExpected(seen) && seen;
      },
      60_000,
      200,
    );
  const ended = (name: string) => eventuallyDetail(name, ({ actionLogs }) => actionLogs[0]?.syncStatus !== 'RUNNING');

  const world = async () => (await call('GET /api/minecraft_bedrock/v2/{stackName}/world', given('survival'))).data;
  /** Reads the world of the stack 'survival' until `find` returns a value. */
  const eventuallyWorld = <Value>(find: (seen: Awaited<ReturnType<typeof world>>) => Value | undefined | false) =>
    eventually(async () => find(await world()), 120_000, 100);

  const isUp = async (name: string) => (await ended(name)).awsStackInfo !== null;

  /** Makes these the stacks that are up: only two may run at a time. */
  async function keepUp(...wanted: string[]) {
    await expireSnapshot();
    const up = (await Promise.all(names.map(async (name) => ((await isUp(name)) ? [name] : [])))).flat();
    const others = up.filter((name) => !wanted.includes(name));
    await Promise.all(others.map((name) => begin.stop(name)));
    await Promise.all(others.map((name) => eventuallyDetail(name, ({ awsStackInfo }) => awsStackInfo === null)));
    await Promise.all(others.map((name) => ended(name)));
    const missing = wanted.filter((name) => !up.includes(name));
    await Promise.all(missing.map((name) => begin.start(name)));
    for (const name of missing) expect((await ended(name)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  }

  return {
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
  };
}
