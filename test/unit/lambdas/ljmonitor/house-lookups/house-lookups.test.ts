import { describe, expect, it } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { afterRequest } from 'lambdas/ljmonitor/site-limiter/site-limiter';
import type { HousePage, SiteAnswer } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { lake, nothing, routesWith, willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();

const minute = 60_000;
const houseId = '101133895297';
const shanghai = 'https://sh.lianjia.com';
const page = (more: Partial<HousePage> = {}): SiteAnswer<HousePage> => ({
  kind: 'page',
  page: { class: 'house', houseId, resblockId: lake, ...more },
});
const waiting = { state: 'waiting', resblockId: null, reason: null };
const found = { state: 'found', resblockId: lake, reason: null };

/** Creates a monitor whose site shows this page of the house. */
async function lookups(answer?: SiteAnswer<HousePage>, settings = {}) {
  const setup = await routesWith(database, { [willows]: 3 }, settings);
  const { monitor, routes } = setup;
  if (answer) monitor.housePages.set(houseId, answer);
  const place = (origin?: string, id = houseId) => ({ ...nothing, params: { houseId: id }, query: { origin } });
  return {
    ...setup,
    start: (origin?: string, id?: string) => routes.lookUpCommunity(place(origin, id)),
    get: (origin?: string) => routes.getCommunityLookup(place(origin)),
  };
}

describe('the community of a house', () => {
  it('is read from the page of the house, once, and counts as a request of the day', async () => {
    const { start, get, processAll, monitor } = await lookups(page());
    expect(await start()).toEqual(waiting);
    expect(await start()).toEqual(waiting);
    expect(await get()).toEqual(waiting);
    await processAll();
    expect(await get()).toEqual(found);
    expect(await start()).toEqual(found);
    await processAll();
    expect(monitor.askedHouses).toEqual([{ houseId, origin: null }]);
    expect(await monitor.ports.limiter.getState()).toMatchObject({ requests: 1, holder: null });
  });

  it('is looked up on the site of the link', async () => {
    const { start, get, processAll, monitor } = await lookups(page());
    await start(shanghai);
    await processAll();
    expect(monitor.askedHouses).toEqual([{ houseId, origin: shanghai }]);
    expect(await get(shanghai)).toEqual(found);
    await expect(get()).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is known without a request when the community is tracked, on that site only', async () => {
    const { add, start, processAll, monitor } = await lookups();
    await add(willows);
    await processAll();
    const { houseId: known } = rowOf(willows, 1);
    expect(await start(undefined, known)).toEqual({ ...found, resblockId: willows });
    expect(await start(shanghai, known)).toEqual(waiting);
    expect(monitor.askedHouses).toEqual([]);
  });

  it('is not asked for at an address that is no listing site', async () => {
    const { start, monitor } = await lookups(page());
    await expect(start('https://example.com')).rejects.toMatchObject({ code: 'invalid' });
    expect(monitor.queue).toEqual([]);
  });

  const wayRound = 'Open the house in your browser and use the link of its community.';

  it.each<[string, SiteAnswer<HousePage>, string]>([
    ['a captcha', page({ class: 'blocked', resblockId: undefined }), 'The listing site asked for a captcha.'],
    ['a sign-in', { kind: 'refused', refusal: 'login' }, 'The listing site asked for a sign-in.'],
    ['a ban', { kind: 'refused', refusal: 'banned' }, 'The listing site refused access.'],
    ['another host', { kind: 'refused', refusal: 'redirected' }, 'The listing site redirected to another address.'],
    ['no such house', { kind: 'notFound' }, 'The listing site does not have this house.'],
    ['an error', { kind: 'failed', reason: 'The listing site answered with status 500.' }, 'answered with status 500.'],
    ['a page without a community', page({ class: 'unknown', resblockId: undefined }), 'does not name its community.'],
    ['the page of another house', page({ houseId: '101133895298' }), 'does not name its community.'],
  ])('is refused with the way round when the site shows %s, and may be asked for again', async (_, answer, reason) => {
    const { start, get, processAll, monitor } = await lookups(answer);
    await start();
    await processAll();
    const refused = await get();
    expect(refused).toMatchObject({ state: 'refused', resblockId: null });
    expect(refused.reason).toContain(reason);
    expect(refused.reason?.endsWith(wayRound)).toBe(true);
    monitor.housePages.set(houseId, page());
    monitor.clock.ms += 24 * 60 * minute;
    expect(await start()).toEqual(waiting);
    await processAll();
    expect(await get()).toEqual(found);
  });

  it('is not asked for while the circuit breaker is open, which a refusal opens', async () => {
    const { start, get, processAll, monitor } = await lookups({ kind: 'refused', refusal: 'login' });
    await start();
    await processAll();
    expect(await monitor.ports.limiter.getState()).toMatchObject({ cause: 'login', failures: 1 });
    await start();
    await processAll();
    expect(await get()).toMatchObject({ reason: `The listing site asked for a sign-in. ${wayRound}` });
    expect(monitor.askedHouses).toHaveLength(1);
  });

  it('is not asked for beyond the limit of a day', async () => {
    const { start, get, processAll, monitor } = await lookups(page(), { requestsPerDay: 1 });
    const { limiter, now } = monitor.ports;
    const slot = await limiter.acquireSlot('another', monitor.clock.ms);
    if (slot.kind !== 'granted') throw new Error('a slot');
    await limiter.releaseSlot('another', afterRequest(slot.state, { signal: 'ok', pauseMs: 0 }, now().getTime()));
    await start();
    await processAll();
    expect((await get()).reason).toContain('limit of requests');
    expect(monitor.askedHouses).toEqual([]);
  });

  it('waits for the slot of another request', async () => {
    const { start, get, processAll, monitor } = await lookups(page(), { paceMs: 30_000 });
    await monitor.ports.limiter.acquireSlot('another', monitor.clock.ms);
    const before = monitor.clock.ms;
    await start();
    await processAll();
    expect(await get()).toEqual(found);
    expect(monitor.clock.ms).toBeGreaterThan(before);
  });

  it('is refused after two minutes, and a late message does nothing', async () => {
    const { start, get, processAll, monitor } = await lookups(page());
    await start();
    const [late] = monitor.queue.splice(0);
    monitor.clock.ms += 2 * minute + 1;
    expect((await get()).reason).toContain('did not respond in time');
    expect(await start()).toEqual(waiting);
    if (!late) throw new Error('a message');
    await monitorWorker(monitor.ports)(late.message);
    expect(monitor.askedHouses).toEqual([]);
    await processAll();
    expect(await get()).toEqual(found);
  });

  it('is asked for once when the message comes three times', async () => {
    const { start, get, monitor } = await lookups(page());
    await start();
    const [sent] = monitor.queue.splice(0);
    if (!sent) throw new Error('a message');
    const work = monitorWorker(monitor.ports);
    for (let times = 0; times < 3; times++) await work(sent.message);
    expect(monitor.askedHouses).toHaveLength(1);
    expect(await get()).toEqual(found);
  });
});
