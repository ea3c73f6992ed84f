/** @jest-environment jsdom */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { keepChats, keepsChats } from 'web/lib/preferences/kept-chats';
import { endSession, eraseLastData } from 'web/api/refresh';
import { claimLastData, isKept, ownerOfLastData, restoreData, storeData } from 'web/layout/offline/last-data';
import { useLastData } from 'web/layout/offline/use-last-data';
import { useSamePerson } from 'web/layout/offline/use-same-person';
import { renderPart } from '../../../../support/browser/render.tsx';

const ann = { userId: 'cognito|ann', name: 'Ann' };
const bob = { userId: 'cognito|bob', name: 'Bob' };
let stored: string | undefined;

const houses = ['ljmonitor', 'houses', null];
const communities = ['ljmonitor', 'resblocks'];

function clientWith(data: [readonly unknown[], unknown][]) {
  const client = new QueryClient();
  for (const [key, value] of data) client.setQueryData(key, value);
  return client;
}
/** Stores what a page of a user has loaded, as the page does. */
async function store(client: QueryClient, userId = ann.userId) {
  await claimLastData(userId);
  await storeData(client, userId);
}
async function restored() {
  const client = new QueryClient();
  await restoreData(client);
  return { get: (key: readonly unknown[]) => client.getQueryData(key), client };
}

beforeEach(() => {
  stored = undefined;
  const put = async (_address: string, { text }: { text: string }) => {
    stored = text;
  };
  Object.assign(globalThis, {
    Response: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
    caches: {
      open: async () => ({ put }),
      match: async () =>
        stored === undefined ? undefined : { json: async (): Promise<unknown> => JSON.parse(stored ?? '') },
      delete: async () => {
        stored = undefined;
      },
    },
  });
  document.cookie = 'refresh_type=cognito';
});

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.cookie = 'refresh_type=; max-age=0';
});

describe('the last data', () => {
  it.each([
    [true, ['session']],
    [true, houses],
    [true, communities],
    [true, ['stack', 'list']],
    [true, ['stack', 'bedrock', 'description']],
    [true, ['stack', 'bedrock', 'detail']],
    [true, ['stack', 'hours']],
    [true, ['ljmonitor', 'visit']],
    [false, ['stack', 'description', 'world']],
    [false, ['ljmonitor', 'pages']],
    [false, ['chat', 'sessions']],
    [false, ['chat', 'messages', 's1']],
    [false, ['auth', 'sessions']],
    [false, ['auth', 'accounts']],
    [false, ['costs']],
  ])('is kept (%s) for %j', (expected, key) => {
    expect(isKept(key, false)).toBe(expected);
  });

  it('is what all pages of a user have loaded, as old as it is', async () => {
    const first = clientWith([
      [communities, ['old']],
      [houses, ['house']],
      [['chat', 'messages', 's1'], ['secret']],
    ]);
    await store(first);
    await store(clientWith([[communities, ['new']]]));
    const { get, client } = await restored();
    expect([await ownerOfLastData(), get(communities), get(houses)]).toEqual([ann.userId, ['new'], ['house']]);
    expect(client.getQueryState(houses)?.dataUpdatedAt).toBe(first.getQueryState(houses)?.dataUpdatedAt);
    expect(stored).not.toContain('secret');
  });

  it('belongs to another person as soon as the site names that one, and older tabs store nothing from then on', async () => {
    await store(clientWith([[houses, ['of Ann']]]));
    await claimLastData(ann.userId);
    expect(stored).toContain('of Ann');
    await claimLastData(bob.userId);
    expect([await ownerOfLastData(), stored]).toEqual([bob.userId, expect.not.stringContaining('of Ann')]);
    await storeData(clientWith([[houses, ['of Ann']]]), ann.userId);
    expect([await ownerOfLastData(), stored]).toEqual([bob.userId, expect.not.stringContaining('of Ann')]);
  });

  it('is not stored again by an older tab once it is erased', async () => {
    await store(clientWith([[houses, []]]));
    await eraseLastData();
    await storeData(clientWith([[houses, []]]), ann.userId);
    expect(stored).toBeUndefined();
  });

  it('is erased once a tab that is storing has ended', async () => {
    const names: string[] = [];
    const { locks } = navigator;
    const request = (name: string, run: () => unknown) => {
      names.push(name);
      return Promise.resolve(run());
    };
    Object.assign(navigator, { locks: { request } });
    await store(clientWith([[houses, []]]));
    await eraseLastData();
    Object.assign(navigator, { locks });
    expect(new Set(names).size).toBe(1);
    expect(names).toHaveLength(3);
  });

  it('is not shown on a page whose user is another one', async () => {
    await store(clientWith([[houses, ['of Ann']]]));
    const client = clientWith([[['session'], bob]]);
    await restoreData(client);
    expect(client.getQueryData(houses)).toBeUndefined();
  });

  it('is left alone by another build, which may not understand it', async () => {
    await store(clientWith([[houses, []]]));
    stored = stored?.replace('"build":""', '"build":"older"');
    expect((await restored()).get(houses)).toBeUndefined();
  });

  it('is erased when the session and its refresh are refused', async () => {
    await store(clientWith([[houses, []]]));
    endSession();
    expect(stored).toBeUndefined();
  });
});

const sessions = ['chat', 'sessions'];
const messagesOf = (id: string | number) => ['chat', 'messages', `s${id}`];
const paged = (...pages: string[]) => ({ pages, pageParams: pages.map(() => null) });

describe('the conversations', () => {
  const ofAnn = clientWith([
    [houses, ['house']],
    [sessions, paged('tea')],
    [messagesOf(1), paged('newest', 'older')],
    [['chat', 'usage'], 'counts'],
  ]);

  it('are stored while the user wants them, with their newest messages', async () => {
    keepChats(ann.userId, true);
    await store(ofAnn);
    await store(clientWith([[messagesOf(2), paged('second')]]));
    const { get } = await restored();
    expect([get(houses), get(sessions)]).toEqual([['house'], paged('tea')]);
    expect([get(messagesOf(1)), get(messagesOf(2))]).toEqual([paged('newest'), paged('second')]);
    expect(stored).not.toMatch(/older|counts/);
  });

  it('are ten at most, the latest', async () => {
    const client = clientWith(Array.from({ length: 12 }, (_, at) => [messagesOf(at), paged(`text of ${at}`)]));
    client.setQueryData(messagesOf(0), paged('asked again'), { updatedAt: Date.now() + 1_000 });
    keepChats(ann.userId, true);
    await store(client);
    const { client: other } = await restored();
    expect(other.getQueryCache().getAll()).toHaveLength(10);
    expect(other.getQueryData(messagesOf(0))).toEqual(paged('asked again'));
  });

  it('are erased when the user does not want them any more, and nothing else is', async () => {
    keepChats(ann.userId, true);
    await store(ofAnn);
    expect(stored).toContain('newest');
    keepChats(ann.userId, false);
    await store(new QueryClient());
    expect(stored).toContain('house');
    expect(stored).not.toMatch(/newest|tea/);
  });

  it('are erased by a refused refresh, and kept again when the same person has signed in', async () => {
    keepChats(ann.userId, true);
    await store(ofAnn);
    endSession();
    expect([stored, keepsChats(ann.userId), keepsChats(bob.userId)]).toEqual([undefined, true, false]);
  });

  it('are erased when another person signs in, whose own are not wanted', async () => {
    keepChats(ann.userId, true);
    await store(ofAnn);
    await store(clientWith([[sessions, paged('of Bob')]]), bob.userId);
    expect(stored).not.toMatch(/newest|tea|of Bob/);
  });
});

const stay = () => {};

function Part() {
  useLastData(useSamePerson(stay));
  return null;
}
const session = 'GET /api/auth/session';
const unreached = () => Promise.reject(new TypeError('Failed to fetch'));

describe('a page', () => {
  it('stores what it has loaded', async () => {
    renderPart(<Part />, { answers: { [session]: { body: { data: { userContext: ann } } } } });
    await waitFor(() => expect(stored).toContain('"userId":"cognito|ann"'));
  });

  it('stores or erases the conversations as soon as that is chosen', async () => {
    const { client } = renderPart(<Part />, { answers: { [session]: { body: { data: { userContext: ann } } } } });
    await waitFor(() => expect(stored).toContain('"userId":"cognito|ann"'));
    client.setQueryData(['chat', 'sessions'], ['tea']);
    keepChats(ann.userId, true);
    await waitFor(() => expect(stored).toContain('tea'));
    keepChats(ann.userId, false);
    await waitFor(() => expect(stored).not.toContain('tea'));
  });

  it('shows the last data when the site cannot be reached', async () => {
    await store(
      clientWith([
        [houses, ['house']],
        [['session'], ann],
      ]),
    );
    const { client } = renderPart(<Part />, { answers: { [session]: unreached() } });
    await waitFor(() => expect(client.getQueryData(houses)).toEqual(['house']));
    await waitFor(() => expect(client.getQueryState(['session'])).toMatchObject({ status: 'error', data: ann }));
  });

  it('shows nothing of it after signing out, and erases it', async () => {
    await store(clientWith([[houses, ['house']]]));
    document.cookie = 'refresh_type=; max-age=0';
    const { client } = renderPart(<Part />, { answers: { [session]: unreached() } });
    await waitFor(() => expect(stored).toBeUndefined());
    expect(client.getQueryData(houses)).toBeUndefined();
  });

  it('of a visitor erases nothing of the person who has signed in since', async () => {
    await store(clientWith([[houses, ['house']]]));
    history.replaceState(null, '', '/auth');
    const { client } = renderPart(<Part />, { answers: { [session]: { status: 401, body: {} } } });
    await waitFor(() => expect(client.getQueryState(['session'])?.status).toBe('error'));
    await wait(50);
    expect(stored).toContain('house');
  });

  it('stores nothing of its user once the site names another one', async () => {
    const answers = { [session]: { body: { data: { userContext: ann } } } };
    const { client } = renderPart(<Part />, { answers });
    client.setQueryData(houses, ['of Ann']);
    await waitFor(() => expect(stored).toContain('of Ann'));
    client.setQueryData(['session'], bob);
    client.setQueryData(houses, ['of Ann, again']);
    await wait(1_500);
    expect(stored ?? '').not.toContain('again');
  });
});
