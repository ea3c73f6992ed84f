/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { keepChats, keepsChats } from 'web/lib/preferences/kept-chats';
import { clearDrafts } from 'web/api/refresh';
import { eraseOthers, isKept, restoreData, storeData } from 'web/layout/offline/last-data';
import { useLastData } from 'web/layout/offline/use-last-data';
import { renderPart } from '../../../../support/browser/render.tsx';

const ann = { userId: 'cognito|ann', name: 'Ann' };
let stored: string | undefined;

const houses = ['ljmonitor', 'houses', null];
const communities = ['ljmonitor', 'resblocks'];

function clientWith(data: [readonly unknown[], unknown][]) {
  const client = new QueryClient();
  for (const [key, value] of data) client.setQueryData(key, value);
  return client;
}
async function restored() {
  const client = new QueryClient();
  const userId = await restoreData(client);
  return { userId, get: (key: readonly unknown[]) => client.getQueryData(key), client };
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
  document.cookie = 'refresh_type=; max-age=0';
});

describe('the last data', () => {
  it.each([
    [true, ['session']],
    [true, houses],
    [true, communities],
    [true, ['stack', 'list']],
    [true, ['stack', 'bedrock', 'description']],
    [false, ['stack', 'bedrock', 'detail']],
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
    await storeData(first, ann.userId);
    await storeData(clientWith([[communities, ['new']]]), ann.userId);
    const { userId, get, client } = await restored();
    expect([userId, get(communities), get(houses)]).toEqual([ann.userId, ['new'], ['house']]);
    expect(client.getQueryState(houses)?.dataUpdatedAt).toBe(first.getQueryState(houses)?.dataUpdatedAt);
    expect(stored).not.toContain('secret');
  });

  it('is erased when another person signs in, whose older tabs store nothing from then on', async () => {
    await storeData(clientWith([[houses, ['of Ann']]]), ann.userId);
    await storeData(clientWith([[houses, ['of Bob']]]), 'cognito|bob');
    expect(stored).toContain('of Ann');
    expect(stored).not.toContain('of Bob');
    await eraseOthers(ann.userId);
    expect(stored).toContain('of Ann');
    await eraseOthers('cognito|bob');
    expect(stored).toBeUndefined();
  });

  it('is left alone by another build, which may not understand it', async () => {
    await storeData(clientWith([[houses, []]]), ann.userId);
    stored = stored?.replace('"build":""', '"build":"older"');
    expect((await restored()).userId).toBeUndefined();
  });

  it('is erased when the session and its refresh are refused', async () => {
    await storeData(clientWith([[houses, []]]), ann.userId);
    clearDrafts();
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
    await storeData(ofAnn, ann.userId);
    await storeData(clientWith([[messagesOf(2), paged('second')]]), ann.userId);
    const { get } = await restored();
    expect([get(houses), get(sessions)]).toEqual([['house'], paged('tea')]);
    expect([get(messagesOf(1)), get(messagesOf(2))]).toEqual([paged('newest'), paged('second')]);
    expect(stored).not.toMatch(/older|counts/);
  });

  it('are ten at most, the latest', async () => {
    const client = clientWith(Array.from({ length: 12 }, (_, at) => [messagesOf(at), paged(`text of ${at}`)]));
    client.setQueryData(messagesOf(0), paged('asked again'), { updatedAt: Date.now() + 1_000 });
    keepChats(ann.userId, true);
    await storeData(client, ann.userId);
    const { client: other } = await restored();
    expect(other.getQueryCache().getAll()).toHaveLength(10);
    expect(other.getQueryData(messagesOf(0))).toEqual(paged('asked again'));
  });

  it('are erased when the user does not want them any more, and nothing else is', async () => {
    keepChats(ann.userId, true);
    await storeData(ofAnn, ann.userId);
    expect(stored).toContain('newest');
    keepChats(ann.userId, false);
    await storeData(new QueryClient(), ann.userId);
    expect(stored).toContain('house');
    expect(stored).not.toMatch(/newest|tea/);
  });

  it('are erased by a refused refresh, and the wish with them', async () => {
    keepChats(ann.userId, true);
    await storeData(ofAnn, ann.userId);
    clearDrafts();
    expect([stored, keepsChats(ann.userId)]).toEqual([undefined, false]);
  });

  it('are erased when another person signs in, whose own are not wanted', async () => {
    keepChats(ann.userId, true);
    await storeData(ofAnn, ann.userId);
    await eraseOthers('cognito|bob');
    expect(stored).toBeUndefined();
    await storeData(clientWith([[sessions, paged('of Bob')]]), 'cognito|bob');
    expect(stored).not.toContain('of Bob');
  });
});

function Part() {
  useLastData();
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
    client.setQueryData(['chat', 'last'], ['tea']);
    keepChats(ann.userId, true);
    await waitFor(() => expect(stored).toContain('tea'));
    keepChats(ann.userId, false);
    await waitFor(() => expect(stored).not.toContain('tea'));
  });

  it('shows the last data when the site cannot be reached', async () => {
    await storeData(
      clientWith([
        [houses, ['house']],
        [['session'], ann],
      ]),
      ann.userId,
    );
    const { client } = renderPart(<Part />, { answers: { [session]: unreached() } });
    await waitFor(() => expect(client.getQueryData(houses)).toEqual(['house']));
    await waitFor(() => expect(client.getQueryState(['session'])).toMatchObject({ status: 'error', data: ann }));
  });

  it('shows nothing of it after signing out, and erases it', async () => {
    await storeData(clientWith([[houses, ['house']]]), ann.userId);
    document.cookie = 'refresh_type=; max-age=0';
    const { client } = renderPart(<Part />, { answers: { [session]: unreached() } });
    await waitFor(() => expect(stored).toBeUndefined());
    expect(client.getQueryData(houses)).toBeUndefined();
  });
});
