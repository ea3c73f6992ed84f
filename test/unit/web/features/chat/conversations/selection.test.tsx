/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import ConversationsPage from 'web/features/chat/conversations/conversations-page.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const conversation = (sessionId: string, title: string) => ({
  sessionId,
  title,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: Date.now() - 60_000,
});
const last = conversation('s3', 'Milk');
const all = [conversation('s1', 'Tea'), conversation('s2', 'Coffee'), last];
const lists = {
  'GET /api/chat/session/list': { body: all },
  [`GET /api/chat/session/list?lastSessionId=s3&lastUpdateTime=${last.updateTime}`]: { body: [] },
};
const deleted = (sessionId: string) => ({ [`POST /api/chat/session/${sessionId}/delete`]: { body: {} } });

const Search = () => <p data-testid="search">{useLocation().search}</p>;

async function selectRows(titles: string[], answers: RenderOptions['answers'] = {}, path = '/chat/session') {
  const part = renderPart(
    <>
      <ConversationsPage />
      <ToastRegion />
      <Search />
    </>,
    { path, answers: { ...lists, ...answers } },
  );
  await screen.findByText('Tea');
  fireEvent.click(screen.getByRole('button', { name: 'Select' }));
  await screen.findByText('None selected');
  for (const title of titles) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(title) }));
  return part;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(() => act(closeToasts));

describe('several selected conversations', () => {
  it('are counted, and none can be opened, renamed or deleted alone meanwhile', async () => {
    await selectRows(['Tea', 'Milk']);
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Tea' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
    press('Select shown');
    expect(screen.getByText('3 selected')).toBeTruthy();
    press('Select');
    expect(screen.getByRole('link', { name: 'Tea' })).toBeTruthy();
  });

  it('cannot be deleted or exported while none is selected', async () => {
    await selectRows([]);
    for (const name of ['Export', 'Delete'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  });

  it('say how many could not be deleted, which come back and can be tried again', async () => {
    const failure = { status: 500, body: { errorCode: 'internal', message: 'Try again later.' } };
    const { sent } = await selectRows(['Tea', 'Milk'], {
      ...deleted('s1'),
      'POST /api/chat/session/s3/delete': failure,
    });
    press('Delete');
    await screen.findByText(/^Could not delete 1 conversation\./);
    await screen.findByText('Milk');
    press('Retry');
    await waitFor(() => expect(sent.filter(({ call }) => call.endsWith('s3/delete')).length).toBeGreaterThan(1));
  });
});
