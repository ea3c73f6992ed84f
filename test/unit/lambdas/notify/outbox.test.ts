import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { News, NewsEntry } from 'lambdas/platform/news/news';
import { newsDesk } from 'lambdas/platform/news/tell-news';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { dayMs, hourMs, minuteMs } from 'shared-types/rules/time';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { subscribedBrowser } from '../../../support/notify/browser.ts';
import { accepted, channelIdOf, newsNumber, type TestNotify, testNotify, titlesOf } from './support/test-notify.ts';

const webhook = { kind: 'webhook' as const, url: 'https://hooks.example.org/a' };
const turnedOn = { state: 'on' as const, signingKey: 'whsec_a' };
const ann = { userId: 'ann', channelId: channelIdOf(1) };
const quarter = 15 * minuteMs;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let site: TestNotify;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  site = testNotify({ client: database.documents, TableName: await database.createTable() });
  await site.ports.store.putChannel({ ...ann, address: webhook, state: 'on', signingKey: 'whsec_a' });
});

const tell = async (number: number, options: Partial<News> = {}) => {
  const news = { ...newsNumber(number, { atMs: site.clock.ms }), ...options };
  await site.desk.tell(news);
  return { detail: { newsId: news.newsId } };
};
/** Tells news with one entry, which is later than that of a lower number. */
const tellEntry = (number: number, entry: NewsEntry, tool: News['tool'] = 'ljmonitor') =>
  tell(number, { tool, atMs: site.clock.ms + number, groups: [{ groupId: null, name: 'survival', entries: [entry] }] });
const fallen: NewsEntry = { topic: 'cheaper', title: '', houseId: '1', price: 450, before: 500 };
const titles = () => titlesOf(site);
const later = async (ms: number) => {
  site.clock.ms += ms;
  await site.work({});
};
const channel = () => site.ports.store.findChannel(ann);

/** Returns what a server tells before it stops. */
const stopping = (leftMs: number) => {
  const entries = [{ topic: 'serverStopping', title: '', untilMs: site.clock.ms + leftMs } as const];
  return { tool: 'stack' as const, groups: [{ groupId: null, name: 'survival', entries }] };
};

describe('news', () => {
  it('is told once, however often its event arrives and its tool repeats it', async () => {
    const event = await tell(1);
    expect(site.events).toEqual(['n-000001']);
    for (let times = 0; times < 3; times += 1) await site.work(event);
    await tell(1, { atMs: 5 });
    await later(quarter);
    await site.work(event);
    expect(titles()).toEqual(['1 new']);
    expect(await channel()).toMatchObject({ sent: 1, pending: new Set(), dueMs: null, lastSentMs: expect.any(Number) });
  });

  it('keeps the time of the first telling for the tool that repeats it', async () => {
    expect(await site.desk.tell(newsNumber(1, { atMs: 7 }))).toBe(7);
    expect(await site.desk.tell(newsNumber(1, { atMs: 9 }))).toBe(7);
    expect(await site.desk.listReaders()).toEqual([{ userId: 'ann', views: [] }]);
  });

  it('that cannot be stored fails its teller, which has to repeat it', async () => {
    const broken = newsDesk({ client: database.documents, TableName: 'no-such-table' }, async () => {});
    await expect(broken.tell(newsNumber(1))).rejects.toThrow('resource not found');
  });

  it('is found by the schedule when its event was lost', async () => {
    await tell(1);
    await later(quarter);
    expect(titles()).toEqual(['1 new']);
  });

  it('gathers for the digest of a person, in one message', async () => {
    const { shown } = { shown: 12 * 60 };
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'Asia/Shanghai', digestAt: shown + 60 });
    for (const number of [1, 2, 3]) await site.work(await tell(number));
    await later(45 * minuteMs);
    expect(titles()).toEqual([]);
    await later(quarter);
    expect(titles()).toEqual(['3 new']);
  });

  it('that comes while a digest is on its way, or is refused, waits for the next one', async () => {
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'Asia/Shanghai', digestAt: 13 * 60 });
    await site.work(await tell(1));
    const { outside } = site.ports;
    let asked = 0;
    site.ports.outside = {
      ...outside,
      async post(request) {
        asked += 1;
        // This attempt fails, and the next one is accepted. News comes during both, and between them.
        await site.work(await tell(10 + asked));
        const answer = await outside.post(request);
        return asked === 1 ? { ...answer, status: 503 } : answer;
      },
    };
    await later(hourMs);
    await site.work(await tell(20));
    for (let runs = 0; runs < 8; runs += 1) await later(quarter);
    expect(asked).toBe(2);
    site.ports.outside = outside;
    await later(22 * hourMs);
    expect(titles()).toEqual(['1 new', '1 new', '3 new']);
    expect(await channel()).toMatchObject({ failures: 0, pending: new Set(), dueMs: null });
  });

  it('that comes while a digest fails for more than a day follows it, and waits for no other one', async () => {
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'Asia/Shanghai', digestAt: 13 * 60 });
    await site.work(await tell(1));
    site.service.answer = () => ({ ...accepted, status: 503 });
    await later(hourMs);
    await site.work(await tell(2));
    for (let hours = 0; hours < 25; hours += 1) await later(hourMs);
    site.service.answer = () => accepted;
    site.requests.splice(0);
    await later(6 * hourMs);
    await later(quarter);
    expect(titles()).toEqual(['1 new', '1 new']);
    expect(await channel()).toMatchObject({ sent: 2, pending: new Set(), dueMs: null });
  });

  it('adds up the falls of a price that are each too small to be told', async () => {
    const rules = { ...defaultNewsRules, timeZone: 'Asia/Shanghai' as const, cheaperBy: 3 };
    await site.ports.store.putRules('ann', { ...rules, digestAt: 13 * 60 });
    const fall = (number: number, before: number, price: number) => {
      const [group] = newsNumber(number).groups;
      const entries = [{ topic: 'cheaper' as const, title: '', before, price, houseId: '1' }];
      return { ...newsNumber(number, { atMs: site.clock.ms + number }), groups: group ? [{ ...group, entries }] : [] };
    };
    for (const news of [fall(1, 500, 492), fall(2, 492, 484)]) {
      await site.desk.tell(news);
      await site.work({ detail: { newsId: news.newsId } });
    }
    await later(hourMs);
    expect(titles()).toEqual(['1 cheaper']);
    await site.ports.store.putRules('ann', { ...rules, version: 1 });
    await site.desk.tell(fall(3, 484, 480));
    await later(quarter);
    expect(titles()).toEqual(['1 cheaper']);
  });

  it.each<[string, NewsEntry]>([
    ['the price has risen again', { ...fallen, price: 500, before: 450 }],
    ['the house was removed, which the person does not hear of', { ...fallen, topic: 'removed' }],
  ])('is left out of a digest when %s', async (_, after) => {
    const rules = { ...defaultNewsRules, timeZone: 'Asia/Shanghai' as const, topics: ['cheaper' as const] };
    await site.ports.store.putRules('ann', { ...rules, digestAt: 13 * 60 });
    await site.work(await tellEntry(1, fallen));
    await site.work(await tellEntry(2, after));
    await later(hourMs);
    expect(site.requests).toEqual([]);
    expect(await channel()).toMatchObject({ pending: new Set(), dueMs: null });
  });

  it('of a server that has stopped is left out of a digest', async () => {
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'Asia/Shanghai', digestAt: 13 * 60 });
    const url = '/stack/detail?stackName=survival';
    const told: Partial<NewsEntry>[] = [{}, { topic: 'firstPlayer' }, { untilMs: 0 }];
    for (const [number, entry] of told.entries())
      await site.work(await tellEntry(number, { topic: 'serverUp', title: '', url, ...entry }, 'stack'));
    await later(hourMs);
    expect(site.requests).toEqual([]);
    expect(await channel()).toMatchObject({ pending: new Set(), dueMs: null });
  });

  it('that nobody wants to hear goes to no channel that has nothing to tell', async () => {
    await site.work(await tellEntry(1, { ...fallen, price: 500, before: 450 }));
    expect(await channel()).toMatchObject({ sent: 0, pending: new Set(), dueMs: null });
  });

  it('waits for the end of quiet hours', async () => {
    await site.ports.store.putRules('ann', {
      ...defaultNewsRules,
      timeZone: 'Asia/Shanghai',
      quiet: { from: 11 * 60, to: 14 * 60 },
    });
    await site.work(await tell(1));
    expect(titles()).toEqual([]);
    await later(2 * hourMs);
    expect(titles()).toEqual(['1 new']);
  });

  it('waits for the end of quiet hours also after a refusal', async () => {
    const quiet = { from: 12 * 60 + 10, to: 14 * 60 };
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'Asia/Shanghai', quiet });
    site.service.answer = () => ({ ...accepted, status: 503 });
    await site.work(await tell(1));
    site.service.answer = () => accepted;
    for (let runs = 0; runs < 7; runs += 1) await later(quarter);
    expect(titles()).toEqual(['1 new']);
    await later(quarter);
    expect(titles()).toEqual(['1 new', '1 new']);
    expect(await channel()).toMatchObject({ failures: 0, dueMs: null });
  });

  it('that comes while a message is on its way follows at once', async () => {
    site.service.answer = () => accepted;
    const { outside } = site.ports;
    site.ports.outside = {
      ...outside,
      async post(request) {
        site.ports.outside = outside;
        await site.work(await tell(2));
        return outside.post(request);
      },
    };
    await site.work(await tell(1));
    expect(titles()).toEqual(['1 new', '1 new']);
  });

  it('is told once also when other news is handed out at each of its steps', async () => {
    const event = await tell(1);
    let updates = 0;
    const { middlewareStack } = database.documents;
    middlewareStack.add(
      (next) => async (call) => {
        if (!('UpdateExpression' in call.input)) return next(call);
        updates += 1;
        // Every update is refused once, and holds when it is repeated.
        if (updates % 2 === 0) return next(call);
        throw new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata: {} });
      },
      { step: 'initialize', name: 'conflicts' },
    );
    await site.work(event).finally(() => middlewareStack.remove('conflicts'));
    // The channel is claimed, its message put together, its acceptance recorded, and the channel rests.
    expect(updates).toBe(8);
    await later(quarter);
    expect(titles()).toEqual(['1 new']);
    expect(await channel()).toMatchObject({ sent: 1, pending: new Set(), dueMs: null });
  });

  it('goes to no person whom the owner has disabled, nor later', async () => {
    site.disabled.add('ann');
    await site.work(await tell(1));
    site.disabled.delete('ann');
    await site.work(await tell(2));
    expect(titles()).toEqual(['1 new']);
    expect((await channel())?.pending).toEqual(new Set());
  });

  it('removes the channels and the rules of a person whose account is gone', async () => {
    const { store } = site.ports;
    const bob = { userId: 'bob', channelId: channelIdOf(2) };
    for (const ref of [{ ...ann, channelId: channelIdOf(3) }, bob])
      await store.putChannel({ ...ref, address: { ...webhook, url: `${webhook.url}/${ref.channelId}` }, ...turnedOn });
    for (const userId of ['ann', 'bob']) await store.putRules(userId, defaultNewsRules);
    site.gone.add('ann');
    await site.work(await tell(1));
    expect(titles()).toEqual(['1 new']);
    expect((await store.listAllChannels()).map(({ userId }) => userId)).toEqual(['bob']);
    expect([...(await store.listRules()).keys()]).toEqual(['bob']);
  });

  it('goes to no person who does not want it, and to no unverified address', async () => {
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'UTC', communities: ['2'] });
    const bob = { userId: 'bob', channelId: channelIdOf(2) };
    await site.ports.store.putChannel({ ...bob, address: webhook, state: 'unverified', signingKey: 'whsec_a' });
    await site.work(await tell(1));
    await later(quarter);
    expect(site.requests).toEqual([]);
    expect(await site.desk.listReaders()).toEqual([
      { userId: 'ann', views: [] },
      { userId: 'bob', views: [] },
    ]);
  });

  it('has the houses of the saved views that a person has chosen beside communities', async () => {
    const views = [{ name: 'Two rooms', query: 'minRooms=2' }];
    await site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'UTC', communities: ['2'], views });
    expect(await site.desk.listReaders()).toEqual([{ userId: 'ann', views: ['minRooms=2'] }]);
    const news = newsNumber(1, { atMs: site.clock.ms });
    const groups = news.groups.map(({ entries: [entry], ...group }) => ({
      ...group,
      entries: entry ? [entry, { ...entry, viewsOf: ['bob'] }, { ...entry, viewsOf: ['ann', 'bob'] }] : [],
    }));
    await site.desk.tell({ ...news, groups });
    await site.work({ detail: { newsId: news.newsId } });
    expect(titles()).toEqual(['1 new']);
  });

  it('is told in messages of a hundred, the oldest first, one message a run', async () => {
    const events = [];
    site.service.answer = () => ({ ...accepted, status: 503 });
    // Later ids belong to older news.
    for (let number = 0; number < 130; number += 1)
      events.push(await tell(number, { atMs: site.clock.ms - number * 1000 }));
    for (const event of events) await site.work(event);
    site.service.answer = () => accepted;
    site.requests.splice(0);
    await later(7 * hourMs);
    // The message that was refused has its own news still.
    expect(titles()).toEqual(['1 new']);
    await later(quarter);
    expect(titles()).toEqual(['1 new', '100 new']);
    await later(quarter);
    expect(titles()).toEqual(['1 new', '100 new', '29 new']);
    const [, older, newer] = site.requests.map(({ body }) => String(body));
    expect([older, newer]).toEqual([expect.stringContaining('House <129>'), expect.stringContaining('House <29>')]);
  });

  it('goes on in the next run when this one has to end', async () => {
    site.service.answer = () => ({ ...accepted, status: 503 });
    for (let number = 0; number < 3; number += 1) await site.work(await tell(number));
    site.requests.splice(0);
    site.service.answer = () => {
      site.clock.ms += 2 * minuteMs;
      return accepted;
    };
    await later(7 * hourMs);
    expect(titles()).toEqual(['1 new']);
    await site.work({});
    expect(titles()).toEqual(['1 new', '2 new']);
  });
});

const isOfOther = ({ url }: { url: string }) => url.startsWith('https://ntfy.sh');

describe('a channel that fails', () => {
  beforeEach(() => {
    site.service.answer = () => ({ ...accepted, status: 500 });
  });

  it('is tried again ever later, says why, and then tells everything', async () => {
    await site.work(await tell(1));
    expect(await channel()).toMatchObject({ failures: 1, problem: 'The service answered with the status 500.' });
    await site.work(await tell(2));
    await later(quarter - 1000);
    expect(site.requests).toHaveLength(1);
    await later(1000);
    expect(site.requests).toHaveLength(2);
    await later(quarter);
    expect(site.requests).toHaveLength(2);
    site.service.answer = () => accepted;
    await later(quarter);
    await later(quarter);
    expect(titles().slice(2)).toEqual(['1 new', '1 new']);
    expect(await channel()).toMatchObject({ failures: 0, problem: null, failingSinceMs: null, sent: 2 });
  });

  it('sends each attempt with the same id and the same news, and later news with another id', async () => {
    await site.work(await tell(1));
    await site.work(await tell(2));
    await later(quarter);
    site.service.answer = () => accepted;
    await later(2 * quarter);
    await later(quarter);
    const messages = site.requests.map(({ headers, body }) => [
      headers['webhook-id'],
      /House <\d>/.exec(String(body))?.[0],
      String(body).includes('House <1>') && String(body).includes('House <2>'),
    ]);
    const first = [`${ann.channelId}-0`, 'House <1>', false];
    expect(messages).toEqual([first, first, first, [`${ann.channelId}-1`, 'House <2>', false]]);
    expect(await channel()).toMatchObject({ pending: new Set(), sending: new Set(), sent: 2 });
  });

  it('gives no other news the id of a message that was over before its next attempt', async () => {
    const entries = [{ topic: 'serverStopping', title: '', untilMs: site.clock.ms + 1000 } as const];
    const groups = [{ groupId: null, name: 'survival', entries }];
    await site.work(await tell(1, { tool: 'stack', groups }));
    site.service.answer = () => accepted;
    await later(quarter);
    expect(await channel()).toMatchObject({ failures: 1, dueMs: null, pending: new Set() });
    await site.work(await tell(2));
    expect(site.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
      `${ann.channelId}-0`,
      `${ann.channelId}-1`,
    ]);
  });

  it.each([
    ['the service fails', { ...accepted, status: 503 }],
    ['the service is busy for a moment', { ...accepted, status: 429, retryAfter: 8 }],
    ['the service cannot be reached', undefined],
  ])('tries once more at once when %s and the news is soon over', async (_, first) => {
    let asked = 0;
    site.service.answer = () => {
      asked += 1;
      if (asked > 1) return accepted;
      if (!first) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return first;
    };
    await site.work(await tell(1, stopping(quarter)));
    expect(asked).toBe(2);
    expect(new Set(site.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await channel()).toMatchObject({ failures: 0, problem: null, pending: new Set() });
  });

  it.each([
    ['the service refuses', { ...accepted, status: 401 }, quarter],
    ['the service wants to rest', { ...accepted, status: 429, retryAfter: 600 }, quarter],
    ['the news is still true at the next attempt', { ...accepted, status: 503 }, 3 * quarter],
    ['the news is over by then', { ...accepted, status: 503 }, 1000],
  ])('does not try again at once when %s', async (_, answer, leftMs) => {
    site.service.answer = () => answer;
    await site.work(await tell(1, stopping(leftMs)));
    expect(site.requests).toHaveLength(1);
  });

  it('does not try again at once when a service that may have taken the message gives no answer', async () => {
    let asked = 0;
    site.service.answer = () => {
      asked += 1;
      throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
    };
    await site.work(await tell(1, stopping(quarter)));
    expect(asked).toBe(1);
  });

  it('tries once more at once when the news is over before the next attempt, which is later each time', async () => {
    site.service.answer = () => ({ ...accepted, status: 503 });
    await site.work(await tell(1, stopping(100 * minuteMs)));
    await later(quarter);
    expect(site.requests).toHaveLength(2);
    await later(2 * quarter);
    expect(site.requests).toHaveLength(4);
  });

  it('tries once more only', async () => {
    site.service.answer = () => ({ ...accepted, status: 503 });
    await site.work(await tell(1, stopping(quarter)));
    expect(site.requests).toHaveLength(2);
    expect(await channel()).toMatchObject({ failures: 1 });
  });

  it('waits as long as the service asks', async () => {
    site.service.answer = () => ({ ...accepted, status: 429, retryAfter: 7200 });
    await site.work(await tell(1));
    expect((await channel())?.dueMs).toBe(site.clock.ms + 2 * hourMs);
  });

  const other = { userId: 'ann', channelId: channelIdOf(2) };
  const addOther = () =>
    site.ports.store.putChannel({
      ...other,
      address: { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'a', token: '' },
      state: 'on',
      signingKey: '',
    });

  it('is told to the other channels of its person when it is paused, once', async () => {
    await addOther();
    site.service.answer = (request) => (isOfOther(request) ? accepted : { ...accepted, status: 500 });
    await site.work(await tell(1));
    for (let hours = 0; hours < 6 * 24; hours += 3) await later(3 * hourMs);
    const told = site.requests.filter(isOfOther).map(({ body }) => body);
    expect(told).toEqual([
      expect.stringContaining('1 new'),
      expect.stringMatching(/Webhook hooks\.example\.org: off.*The service answered with the status 500\. It keeps/),
    ]);
    expect(site.events).toContainEqual(expect.stringMatching(/^paused-/));
    // It does not tell that it was paused when it goes on.
    expect((await channel())?.pending).toEqual(new Set(['n-000001']));
  });

  it('is told to be paused also when its delivery is repeated', async () => {
    await addOther();
    site.service.answer = (request) => (isOfOther(request) ? accepted : { ...accepted, status: 410 });
    const { store } = site.ports;
    site.ports.store = {
      ...store,
      turnOff: () => Promise.reject(new Error('crash')),
    };
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    await expect(site.work(await tell(1))).rejects.toThrow('crash');
    log.mockRestore();
    site.ports.store = store;
    for (let runs = 0; runs < 3; runs += 1) await later(quarter);
    const paused = site.requests.filter((request) => isOfOther(request) && String(request.body).includes(': off'));
    expect(paused).toHaveLength(1);
  });

  it('is off once the service says that it is gone, and keeps its news', async () => {
    site.service.answer = () => ({ ...accepted, status: 410 });
    await site.work(await tell(1));
    expect(await channel()).toMatchObject({
      state: 'gone',
      problem: 'The service says that this address no longer exists.',
      dueMs: null,
    });
    await site.work(await tell(2));
    await later(dayMs);
    expect((await channel())?.pending).toEqual(new Set(['n-000001', 'n-000002']));
    expect(site.requests).toHaveLength(1);
  });

  it.each([
    [1999, true],
    [2000, false],
  ])('is handed more news while it is off and has %i: %s', async (count, isTaken) => {
    site.service.answer = () => ({ ...accepted, status: 410 });
    await site.work(await tell(1));
    const { store } = site.ports;
    const pending = new Set(Array.from({ length: count }, (_, number) => `old-${number}`));
    site.ports.store = {
      ...store,
      listAllChannels: async () => (await store.listAllChannels()).map((each) => ({ ...each, pending })),
    };
    await site.work(await tell(2));
    expect((await channel())?.pending.has('n-000002')).toBe(isTaken);
    // It has been handed out to the others, and is not tried again.
    expect(await store.findUntold('n-000002')).toBeUndefined();
  });

  it('is removed when a browser has unsubscribed, which the other channels are told', async () => {
    await addOther();
    const { store } = site.ports;
    const browser = subscribedBrowser();
    await store.putChannel(
      { ...ann, address: browser.address, state: 'on', signingKey: '' },
      { ...ann, address: webhook, failures: 0 },
    );
    site.service.answer = (request) => (isOfOther(request) ? accepted : { ...accepted, status: 410 });
    await site.work(await tell(1));
    await later(quarter);
    expect(await channel()).toBeUndefined();
    const told = site.requests.filter(isOfOther).map(({ body }) => String(body));
    expect(told.at(-1)).toMatch(/Browser Phone: removed.*The browser no longer accepts messages/);
  });

  it('stays when its browser has subscribed anew meanwhile', async () => {
    const { store } = site.ports;
    const [old, renewed] = [subscribedBrowser(), subscribedBrowser('https://fcm.googleapis.com/fcm/send/new')];
    await store.putChannel(
      { ...ann, address: old.address, state: 'on', signingKey: '' },
      { ...ann, address: webhook, failures: 0 },
    );
    const { outside } = site.ports;
    site.ports.outside = {
      ...outside,
      async post() {
        await store.putChannel(
          { ...ann, address: renewed.address, state: 'on', signingKey: '' },
          { ...ann, address: old.address, failures: 0 },
        );
        return { ...accepted, status: 404 };
      },
    };
    await site.work(await tell(1));
    expect((await channel())?.address).toEqual(renewed.address);
    // Nobody is told that it was removed: its own news is all that is due.
    const due = [];
    for await (const page of store.pagesOfDue(site.clock.ms)) due.push(...page.map(({ kind }) => kind));
    expect(due).toEqual(['channel']);
  });

  it('is paused after five days also when its news ends by itself before the next attempt', async () => {
    for (let number = 0; number <= 10; number += 1) {
      expect((await channel())?.state).toBe('on');
      await site.work(await tell(number, stopping(quarter)));
      await later(12 * hourMs);
    }
    expect(await channel()).toMatchObject({ state: 'paused', failures: 11 });
  });

  it('is not paused by a failure long after another one whose news ended by itself', async () => {
    await site.work(await tell(1, stopping(1000)));
    await later(quarter);
    expect(await channel()).toMatchObject({ failures: 1, pending: new Set() });
    site.clock.ms += 40 * dayMs;
    await site.work(await tell(2));
    expect(await channel()).toMatchObject({
      state: 'on',
      failingSinceMs: site.clock.ms,
      dueMs: site.clock.ms + quarter,
    });
    // It keeps news for 30 days although its first failure was longer ago.
    site.service.answer = () => ({ ...accepted, status: 410 });
    await later(quarter);
    await site.work(await tell(3));
    expect(await channel()).toMatchObject({ state: 'gone', pending: new Set(['n-000002', 'n-000003']) });
  });

  it('is paused after five days, and keeps its news', async () => {
    await site.work(await tell(1));
    for (let hours = 0; hours < 5 * 24 + 12; hours += 3) await later(3 * hourMs);
    expect(await channel()).toMatchObject({ state: 'paused', pending: new Set(['n-000001']), dueMs: null });
    const asked = site.requests.length;
    await site.work(await tell(2));
    await later(dayMs);
    expect(site.requests).toHaveLength(asked);
    const entries = [{ topic: 'newBrowser', title: 'Firefox' } as const];
    const signIn = { tool: 'account' as const, groups: [{ groupId: null, name: '', entries }] };
    await site.work(await tell(3, signIn));
    expect((await channel())?.pending).toEqual(new Set(['n-000001', 'n-000002', 'n-000003']));
    // Nobody has turned it on again for 30 days.
    await later(30 * dayMs);
    await site.work(await tell(4));
    expect((await channel())?.pending.size).toBe(3);
  });
});

describe('a run of the schedule', () => {
  it('asks one question and ends when nothing is due', async () => {
    const send = jest.spyOn(database.documents, 'send');
    await site.work({});
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRestore();
  });

  it('tells the other channels when one breaks, and reports it', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const bob = { userId: 'bob', channelId: channelIdOf(2) };
    await site.ports.store.putChannel({ ...bob, address: webhook, state: 'on', signingKey: 'whsec_a' });
    const { store } = site.ports;
    site.ports.store = {
      ...store,
      async getRules(userId) {
        if (userId === 'ann') throw new Error('broken');
        return store.getRules(userId);
      },
    };
    await expect(site.work(await tell(1))).rejects.toThrow('broken');
    expect(site.requests).toHaveLength(1);
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });

  it('tells other news and later attempts when one news cannot be handed out, and reports it', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    site.service.answer = () => ({ ...accepted, status: 503 });
    await site.work(await tell(2));
    site.service.answer = () => accepted;
    const { store } = site.ports;
    site.ports.store = {
      ...store,
      async findUntold(newsId) {
        if (newsId === 'n-000001') throw new Error('broken');
        return store.findUntold(newsId);
      },
    };
    await tell(1);
    await expect(later(quarter)).rejects.toThrow('broken');
    expect(titles()).toEqual(['1 new', '1 new']);
    log.mockRestore();
  });

  it('tells channels at the same time, so that one that hangs holds up nobody', async () => {
    const bob = { userId: 'bob', channelId: channelIdOf(2) };
    await site.ports.store.putChannel({ ...bob, address: webhook, state: 'on', signingKey: 'whsec_a' });
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    site.ports.outside.post = async () => {
      asked += 1;
      if (asked === 2) resolve();
      await bothAsked;
      return accepted;
    };
    await site.work(await tell(1));
    expect(asked).toBe(2);
  });

  it('leaves the rest to the next run when its function would be stopped', async () => {
    for (let number = 2; number <= 40; number += 1)
      await site.ports.store.putChannel({
        userId: `user ${number}`,
        channelId: channelIdOf(number),
        address: webhook,
        state: 'on',
        signingKey: 'whsec_a',
      });
    site.service.answer = () => {
      site.clock.ms += 10_000;
      return accepted;
    };
    await site.work(await tell(1));
    const { length } = site.requests;
    expect(length).toBeLessThan(40);
    site.service.answer = () => accepted;
    await later(quarter);
    expect(site.requests).toHaveLength(40);
  });
});
