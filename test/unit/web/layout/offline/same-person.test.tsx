/** @jest-environment jsdom */
import { setTimeout as wait } from 'node:timers/promises';
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { singleFlightRefresh } from 'web/api/refresh';
import { useSamePerson } from 'web/layout/offline/use-same-person';
import { personChannel } from 'web/lib/tab/tell-tabs';
import { renderPart } from '../../../../support/browser/render.tsx';

const ann = { userId: 'cognito|ann', name: 'Ann' };
const bob = { userId: 'cognito|bob', name: 'Bob' };
const session = 'GET /api/auth/session';
const refusal = { status: 401, body: { errorCode: 'unauthenticated' } };
const namedBy = ({ userId, name }: typeof ann) => ({ body: { data: { userContext: { userId, name } } } });

const leave = jest.fn();
const load = jest.fn(async () => 'loaded');
let open: (() => void) | undefined;

function Part() {
  useQuery({ queryKey: ['houses'], queryFn: load });
  return <p>{useSamePerson(leave)}</p>;
}

/** Opens a page of Ann's. */
async function openPage() {
  const answers: NonNullable<Parameters<typeof renderPart>[1]>['answers'] = { [session]: namedBy(ann) };
  const { sent, client, unmount } = renderPart(<Part />, { path: '/ljmonitor', answers });
  open = unmount;
  await screen.findByText(ann.userId);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  return { answers, client, asked: () => sent.filter(({ call }) => call === session).length };
}
const comeBack = () => {
  fireEvent.blur(window);
  fireEvent(document, new Event('visibilitychange'));
};
const left = () => leave.mock.calls;
/** The browser has its last data of this user. */
const ownedBy = ({ userId }: typeof ann) =>
  Object.assign(globalThis, { caches: { match: async () => ({ json: async () => ({ userId }) }) } });

beforeEach(() => {
  leave.mockClear();
  load.mockClear();
  document.cookie = 'refresh_type=cognito';
  Object.assign(globalThis, { BroadcastChannel: NodeBroadcastChannel });
});

afterEach(() => {
  act(() => open?.());
  open = undefined;
  localStorage.clear();
  document.cookie = 'refresh_type=; max-age=0';
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(globalThis, 'caches');
});

describe('a page to which its user comes back', () => {
  it('compares the session before it loads anything again', async () => {
    const { answers, asked } = await openPage();
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof namedBy>>();
    answers[session] = promise;
    comeBack();
    await waitFor(() => expect(asked()).toBe(2));
    await wait(50);
    expect(load).toHaveBeenCalledTimes(1);
    resolve(namedBy(ann));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(left()).toEqual([]);
  });

  it('is left, and loads nothing, when another person has signed in', async () => {
    const { answers } = await openPage();
    answers[session] = namedBy(bob);
    comeBack();
    await waitFor(() => expect(left()).toEqual([[bob.userId]]));
    await wait(50);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is left when the browser shows it as it was', async () => {
    const { answers } = await openPage();
    answers[session] = namedBy(bob);
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(left()).toEqual([[bob.userId]]));
  });

  it('stays when its session was renewed for the same person', async () => {
    const { answers } = await openPage();
    answers[session] = refusal;
    answers['POST /api/auth/cognito/sign_in_refresh'] = Promise.resolve({ body: {} }).then((response) => {
      answers[session] = namedBy(ann);
      return response;
    });
    comeBack();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(left()).toEqual([]);
  });

  it.each([
    ['is left without a network when its user has signed out', () => (document.cookie = 'refresh_type=; max-age=0'), 1],
    ['is left without a network when another person has come', () => ownedBy(bob), 1],
    ['stays without a network while it is its user’s', () => ownedBy(ann), 0],
  ])('%s', async (_, change, times) => {
    const { answers, asked } = await openPage();
    answers[session] = Promise.reject(new TypeError('Failed to fetch'));
    change();
    comeBack();
    await waitFor(() => expect(asked()).toBe(2));
    await wait(50);
    expect(left()).toHaveLength(times);
  });
});

it('a page is left when a response names another user', async () => {
  const { client } = await openPage();
  act(() => void client.setQueryData(['session'], { ...ann, name: 'Ann B.' }));
  await wait(50);
  expect(left()).toEqual([]);
  act(() => void client.setQueryData(['session'], bob));
  await waitFor(() => expect(left()).toEqual([[bob.userId]]));
  expect(screen.queryByText(bob.userId)).toBeNull();
});

it.each([
  ['its user has signed out', () => (document.cookie = 'refresh_type=; max-age=0')],
  ['another person has come', () => ownedBy(bob)],
])('a page is left when %s before it could hear of it', async (_, change) => {
  change();
  let asked = 0;
  const answers = {
    get [session]() {
      asked += 1;
      return asked === 1 ? namedBy(ann) : namedBy(bob);
    },
  };
  open = renderPart(<Part />, { answers }).unmount;
  await waitFor(() => expect(left()).toEqual([[bob.userId]]));
});

it('a page that never had the cookie of a sign-in stays without a network', async () => {
  document.cookie = 'refresh_type=; max-age=0';
  let asked = 0;
  const answers = {
    get [session]() {
      asked += 1;
      return asked === 1 ? namedBy(ann) : Promise.reject(new TypeError('Failed to fetch'));
    },
  };
  open = renderPart(<Part />, { answers }).unmount;
  await waitFor(() => expect(asked).toBe(2));
  await wait(50);
  expect(left()).toEqual([]);
});

describe('a page in another tab', () => {
  it('is told by a page of another person', async () => {
    const { answers, asked } = await openPage();
    const channel = new NodeBroadcastChannel(personChannel);
    channel.postMessage(ann.userId);
    await wait(100);
    expect(asked()).toBe(1);
    answers[session] = namedBy(bob);
    channel.postMessage(bob.userId);
    await waitFor(() => expect(left()).toEqual([[bob.userId]]));
    channel.close();
  });

  it('is told by a page whose session has ended', async () => {
    const { answers } = await openPage();
    answers[session] = namedBy(bob);
    document.cookie = 'refresh_type=; max-age=0';
    expect(await singleFlightRefresh(Date.now())).toBe(false);
    await waitFor(() => expect(left()).toHaveLength(1));
  });

  it('tells who its user is', async () => {
    const heard: unknown[] = [];
    const channel = new NodeBroadcastChannel(personChannel);
    Object.assign(channel, { onmessage: ({ data }: MessageEvent<unknown>) => heard.push(data) });
    await openPage();
    await waitFor(() => expect(heard).toEqual([ann.userId]));
    channel.close();
  });
});
