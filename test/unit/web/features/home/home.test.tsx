/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import Chat from 'web/features/chat/chat.tsx';
import Home from 'web/features/home/home.tsx';
import { isOfOneHouse } from 'web/lib/house-link';
import { choose } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../support/browser/render.tsx';
import { info, rights } from '../../../../support/site/stacks.ts';
import { house } from '../ljmonitor/fixtures.ts';

const session = { body: { data: { userContext: { name: 'ann', userId: 'u-1', avatarUrl: null } } } };
const summary = { unread: 0, communities: 0, lastRefreshSuccessAt: null };

const show = (answers = {}) => renderPart(<Home />, { answers: { 'GET /api/auth/session': session, ...answers } });

const Place = () => <p>{isOfOneHouse(useLocation().state) ? 'one house' : 'a view'}</p>;

describe('Home', () => {
  it('leads to what became cheaper since the last visit with one tap', async () => {
    const news = [{ resblockId: '111111', unread: 4, news: { new: 3, cheaper: 1 } }];
    show({
      'PUT /api/ljmonitor/visit': { body: { since: 1_605_800_000_000, news } },
      'GET /api/ljmonitor/house': { body: ['1', '2', '3'].map((houseId) => house({ houseId, title: houseId })) },
    });
    const link = await screen.findByRole('link', { name: '1 cheaper' });
    expect(link.getAttribute('href')).toBe('/ljmonitor?since=1605800000000&news=cheaper');
    // The news takes the place of one house.
    await screen.findByRole('link', { name: /^.*2.*527 万$/ });
    expect(screen.queryByRole('link', { name: /^.*3.*527 万$/ })).toBeNull();
  });

  it('leads to a house, whose title does not replace the filters that the user has set', async () => {
    renderPart(
      <Routes>
        <Route index element={<Home />} />
        <Route path="ljmonitor" element={<Place />} />
      </Routes>,
      {
        answers: { 'GET /api/auth/session': session, 'GET /api/ljmonitor/house': { body: [house({ title: '南北' })] } },
      },
    );
    fireEvent.click(await screen.findByRole('link', { name: /^.*南北/ }));
    expect(screen.getByText('one house')).toBeTruthy();
  });

  it('shows what is new in the saved views', async () => {
    choose({
      views: [
        { name: 'Big', query: 'minArea=120&order=-drop' },
        { name: 'Near the park', query: 'text=park' },
      ],
    });
    const page = { houses: [], left: 0 };
    show({
      'GET /api/ljmonitor/house/sorted?order=-drop&minArea=120&unread=true': { body: { ...page, matches: 3 } },
      'GET /api/ljmonitor/house/sorted?order=-updateTime&text=park&unread=true': { body: { ...page, matches: 0 } },
    });
    const big = await screen.findByRole('link', { name: 'Big 3 unread' });
    expect(big.getAttribute('href')).toBe('/ljmonitor?minArea=120&order=-drop&unread=true');
    const park = await screen.findByRole('link', { name: 'Near the park nothing new' });
    expect(park.getAttribute('href')).toBe('/ljmonitor?text=park');
    act(() => choose({ views: [] }));
  });

  it('shows all saved views when it is asked to', async () => {
    choose({ views: [1, 2, 3, 4, 5].map((number) => ({ name: `View ${number}`, query: `minArea=${number}` })) });
    const { sent } = show();
    await screen.findByText('2 more views');
    const counted = () => sent.filter(({ call }) => call.includes('minArea=')).length;
    expect(counted()).toBe(3);
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getAllByRole('link', { name: /^View \d$/ })).toHaveLength(5);
    expect(counted()).toBe(5);
    act(() => choose({ views: [] }));
  });

  it('says which parts could not be loaded', async () => {
    const failed = { status: 503, body: { errorCode: 'unavailable', message: 'not now' } };
    show({
      'GET /api/ljmonitor/house': failed,
      'GET /api/minecraft_bedrock/v2': failed,
      'GET /api/chat/session/list': failed,
    });
    for (const part of ['houses', 'servers', 'conversations'])
      expect((await screen.findByText(new RegExp(`^Could not load the ${part}\\.`))).getAttribute('data-load')).toBe(
        'first',
      );
  });

  it('leaves a question to the start page of the chat, which sends it', async () => {
    const { sent } = renderPart(
      <Routes>
        <Route index element={<Home />} />
        <Route path="chat" element={<Chat />} />
      </Routes>,
      {
        answers: {
          'GET /api/auth/session': session,
          'GET /api/chat/session/list': { body: [] },
          'POST /api/chat/session/create_with_message': { status: 409, body: { errorCode: 'x', message: 'too busy' } },
        },
      },
    );
    const field = await screen.findByRole('textbox', { name: 'Ask something' });
    fireEvent.change(field, { target: { value: 'Tell me about tea' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByText(/Too busy\./)).toBeTruthy());
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Tell me about tea');
    const posts = sent.filter(({ call }) => call.startsWith('POST'));
    expect(posts.map(({ body }) => body)).toEqual([expect.objectContaining({ text: 'Tell me about tea' })]);
  });

  it('shows the houses that changed last with the reason, unread ones first', async () => {
    const titles = ['read', 'unread', 'hidden', 'also read', 'left out'];
    const body = titles.map((title, index) =>
      house({ houseId: title, title, readTime: title === 'unread' ? null : 9e12, hidden: index === 2 }),
    );
    show({ 'GET /api/ljmonitor/house': { body } });
    const rows = await screen.findAllByText('New');
    expect(rows.map((row) => row.nextSibling?.textContent)).toEqual(['unread', 'read', 'also read']);
  });

  it('leads a new user to the first community', async () => {
    show({ 'GET /api/ljmonitor/house': { body: [] } });
    expect(await screen.findByText('Add a community to see its latest changes here.')).toBeTruthy();
  });

  it('asks for no other community when the houses of the tracked ones are not known yet', async () => {
    show({
      'GET /api/ljmonitor/house': { body: [] },
      'GET /api/ljmonitor/summary': { body: { ...summary, communities: 1 } },
    });
    expect(await screen.findByText('No houses yet. The latest changes appear here.')).toBeTruthy();
  });

  it('starts a server, and copies the address of a running one', async () => {
    const outputs = [{ outputKey: 'ServerAddress', outputValue: '192.0.2.1' }];
    show({
      'GET /api/minecraft_bedrock/v2': { body: { data: ['survival', 'creative'], access: 'everyone' } },
      'GET /api/minecraft_bedrock/v2?describe=survival%2Ccreative': {
        body: {
          described: {
            survival: { awsStackInfo: info({ outputs }), actionLogs: [], rights },
            creative: { awsStackInfo: null, actionLogs: [], rights },
          },
        },
      },
    });
    expect(await screen.findByRole('button', { name: 'Start creative' })).toBeTruthy();
    expect(screen.getByText('192.0.2.1')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
    expect(screen.getByText('1 running')).toBeTruthy();
  });

  it('describes a tool that has nothing to show yet', async () => {
    show({
      'GET /api/ljmonitor/summary': { body: summary },
      'GET /api/chat/session/list': { body: [] },
    });
    await waitFor(() => expect(screen.getByText('No communities yet')).toBeTruthy());
    await waitFor(() => expect(screen.getByText('No conversations yet')).toBeTruthy());
  });

  it('describes a tool that cannot be loaded', async () => {
    show({ 'GET /api/ljmonitor/summary': { status: 500, body: {} } });
    await waitFor(() => expect(screen.getByText('Track second-hand listings')).toBeTruthy());
  });
});
