/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { QueryKey } from '@tanstack/react-query';
import { conversationsQuery } from 'web/features/chat/queries';
import Home from 'web/features/home/home.tsx';
import { housesQuery } from 'web/features/ljmonitor/house-list-queries';
import { communitiesQuery } from 'web/features/ljmonitor/queries';
import { showTold } from 'web/layout/tabs/told-data';
import { renderPart } from '../../../../support/browser/render.tsx';
import { house, resblock } from '../ljmonitor/fixtures.ts';

const one = house({ houseId: '1', title: 'one', resblockId: 'willows', readTime: null });
const two = house({ houseId: '2', title: 'two', resblockId: 'willows', readTime: null });
const three = house({ houseId: '3', title: 'three', resblockId: 'maples', readTime: null });
const conversations = ['tea', 'coffee'].map((title) => ({ sessionId: title, title, updateTime: 1_000 }));

const pagesOf = (...rows: object[]) => ({ pages: [rows], pageParams: [null] });

const titlesOf = (titles: RegExp) =>
  screen.queryAllByText(titles, { selector: 'a span' }).map((each) => each.textContent);
const houses = () => titlesOf(/^(one|two|three)$/);
const conversationsShown = () => titlesOf(/^(tea|coffee|cocoa)$/);

/** Opens the home page, and returns a function that tells it what another tab has changed. It makes no call from then on. */
async function openHome() {
  const { sent, client } = renderPart(<Home />, {
    answers: {
      'GET /api/auth/session': { body: { data: { userContext: { name: 'ann', userId: 'u-1', avatarUrl: null } } } },
      'GET /api/ljmonitor/house': { body: [one, two, three] },
      'GET /api/chat/session/list': { body: conversations },
    },
  });
  await waitFor(() => expect(houses()).toEqual(['one', 'two', 'three']));
  await waitFor(() => expect(conversationsShown()).toEqual(['tea', 'coffee']));
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /api/minecraft_bedrock/v2'));
  const calls = sent.length;
  return (queryKey: QueryKey, data: unknown) => {
    act(() => showTold(client, [{ queryKey, data, updatedAt: Date.now() + 1, isChange: true }], new Map()));
    expect(sent.slice(calls)).toEqual([]);
  };
}

describe('Home shows at once, without a call, that another tab', () => {
  it('has read a house and hidden one, in a list of any order', async () => {
    const tell = await openHome();
    tell(housesQuery({ order: 'price' }).queryKey, pagesOf({ ...one, readTime: 9_000 }, { ...two, hidden: true }));
    // The unread ones stand first.
    await waitFor(() => expect(houses()).toEqual(['three', 'one']));
  });

  it('has deleted a community', async () => {
    const tell = await openHome();
    tell(communitiesQuery.queryKey, [resblock({ resblockId: 'maples' })]);
    await waitFor(() => expect(houses()).toEqual(['three']));
  });

  it('has renamed a conversation and deleted one', async () => {
    const tell = await openHome();
    tell(conversationsQuery.queryKey, pagesOf({ ...conversations[1], title: 'cocoa' }));
    await waitFor(() => expect(conversationsShown()).toEqual(['cocoa']));
  });
});
