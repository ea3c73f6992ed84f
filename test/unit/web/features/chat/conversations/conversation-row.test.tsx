/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { ConversationRows } from 'web/features/chat/conversations/conversation-rows.tsx';
import { conversationsQuery } from 'web/features/chat/queries';
import { formatTimestamp } from 'web/lib/format-time';
import { closeToasts } from 'web/ui/toasts/toasts';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const conversation: ChatSession = {
  sessionId: 's1',
  title: 'Paging in DynamoDB',
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: Date.now() - 5 * 60_000,
};

const show = (options?: RenderOptions) =>
  renderPart(
    <>
      <ConversationRows conversations={[conversation]} hasMore={false} />
      <ToastRegion />
    </>,
    options,
  );

/** The cached list, which a change of a conversation changes. */
const List = () => {
  const { data } = useQuery<InfiniteData<ChatSession[]>>({ queryKey: conversationsQuery.queryKey });
  return <ConversationRows conversations={data?.pages.flat() ?? []} hasMore={false} />;
};

/** The address, and a link to another one. */
const Place = ({ to = '' }: { to?: string | undefined }) => {
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="place">{pathname + search}</p>
      <Link to={to}>Go on</Link>
    </>
  );
};

afterEach(() => act(closeToasts));

describe('a conversation in the list', () => {
  it('links to the conversation, with its model and age, whose whole time the pointer shows', () => {
    show();
    expect(screen.getByRole('link', { name: conversation.title }).getAttribute('href')).toBe('/chat?sessionId=s1');
    const age = screen.getByText('5 mins ago');
    expect(age.parentElement?.textContent).toBe('5 mins ago · gpt-4o');
    expect(age.title).toBe(formatTimestamp(conversation.updateTime));
  });

  it.each([
    [false, 'Yesterday', '09:05'],
    [true, 'Pinned', 'yesterday 09:05'],
  ])('has the day in its heading or in its time (pinned: %s)', (pinned, heading, time) => {
    const yesterday = new Date();
    yesterday.setDate(yesterday.getDate() - 1);
    const updateTime = yesterday.setHours(9, 5);
    renderPart(<ConversationRows conversations={[{ ...conversation, pinned, updateTime }]} hasMore={false} />);
    expect(screen.getByRole('heading').textContent).toBe(heading);
    expect(screen.getByText(time).tagName).toBe('TIME');
  });

  it('stays deleted when a page that was read before comes in while it is deleted', async () => {
    const { promise: deleted, resolve: endDeletion } = Promise.withResolvers<{ body: object }>();
    const { sent, client } = show({ answers: { 'POST /api/chat/session/s1/delete': deleted } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    client.setQueryData(conversationsQuery.queryKey, { pages: [[conversation]], pageParams: [null] });
    endDeletion({ body: {} });
    await waitFor(() => expect(client.getQueryData(conversationsQuery.queryKey)?.pages).toEqual([[]]));
  });

  it('is restored only after its deletion has ended, however soon Undo is pressed', async () => {
    const { promise: deleted, resolve: endDeletion } = Promise.withResolvers<{ body: object }>();
    const restored = { body: conversation };
    const { sent } = show({
      answers: { 'POST /api/chat/session/s1/delete': deleted, 'POST /api/chat/session/s1/restore': restored },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await new Promise((resolve) => void setTimeout(resolve));
    const calls = () => sent.map(({ call }) => call).filter((call) => call.startsWith('POST'));
    expect(calls()).toEqual(['POST /api/chat/session/s1/delete']);
    endDeletion({ body: {} });
    await waitFor(() =>
      expect(calls()).toEqual(['POST /api/chat/session/s1/delete', 'POST /api/chat/session/s1/restore']),
    );
  });

  it.each([
    ['leads back into it when it was the open one', '/chat?sessionId=s1&a=b', undefined, '/chat?a=b&sessionId=s1'],
    ['stays where the person has gone on', '/chat?sessionId=s1', '/chat?sessionId=s2', '/chat?sessionId=s2'],
    ['leads nowhere when another one was open', '/chat?sessionId=s2', undefined, '/chat?sessionId=s2'],
    [
      'leads back on the page on which the list is then',
      '/chat?sessionId=s1',
      '/chat/session',
      '/chat/session?sessionId=s1',
    ],
  ])('is restored by Undo, which %s', async (_, path, goneTo, end) => {
    const { sent } = renderPart(
      <>
        <ConversationRows conversations={[conversation]} hasMore={false} />
        <ToastRegion />
        <Place to={goneTo} />
      </>,
      {
        path,
        answers: {
          'POST /api/chat/session/s1/delete': { body: {} },
          'POST /api/chat/session/s1/restore': { body: conversation },
        },
      },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByTestId('place').textContent).not.toContain('sessionId=s1');
    if (goneTo !== undefined) fireEvent.click(screen.getByRole('link', { name: 'Go on' }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.at(-1)?.call).toBe('POST /api/chat/session/s1/restore'));
    await act(() => new Promise((resolve) => void setTimeout(resolve)));
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe(end));
  });

  it('is open again when it could not be deleted', async () => {
    const body = { errorCode: 'conflict', message: 'an answer is being written' };
    renderPart(
      <>
        <ConversationRows conversations={[conversation]} hasMore={false} />
        <Place />
      </>,
      { path: '/chat?sessionId=s1', answers: { 'POST /api/chat/session/s1/delete': { status: 409, body } } },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByTestId('place').textContent).toBe('/chat');
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/chat?sessionId=s1'));
  });

  it('says why it could not be deleted, in place of the offer to undo', async () => {
    const body = { errorCode: 'conflict', message: 'an answer is being written' };
    show({ answers: { 'POST /api/chat/session/s1/delete': { status: 409, body } } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('An answer is being written.'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('is pinned, stands first then, and keeps the focus', async () => {
    const old = { ...conversation, updateTime: conversation.createTime };
    const other = { ...old, sessionId: 's2', title: 'Tea', pinned: true };
    const body = { ...old, pinned: true };
    const { sent, client } = renderPart(<List />, { answers: { 'POST /api/chat/session/s1/update': { body } } });
    client.setQueryData(conversationsQuery.queryKey, { pages: [[old, other]], pageParams: [null] });
    await screen.findByText('Pinned');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Pinned',
      'Earlier',
    ]);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Tea', conversation.title]);
    expect(screen.getByRole('button', { name: 'Unpin', description: 'Tea' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Pin', description: conversation.title }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe(conversation.title));
    expect(sent).toContainEqual({
      call: 'POST /api/chat/session/s1/update',
      body: { title: null, memorySize: null, modelCode: null, pinned: true },
    });
  });

  it('says why it could not be pinned', async () => {
    const body = { errorCode: 'conflict', message: 'You can pin 20 conversations. Unpin one first.' };
    show({ answers: { 'POST /api/chat/session/s1/update': { status: 409, body } } });
    fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Unpin one first.'));
  });

  it('stands under the day of its last message', () => {
    const days = [0, 26, 24 * 40].map((hours, index) => ({
      ...conversation,
      sessionId: `s${index}`,
      updateTime: new Date().setHours(12, 0, 0, 0) - hours * 3_600_000,
    }));
    renderPart(<ConversationRows conversations={days} hasMore={false} />);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      'Earlier',
    ]);
  });
});
