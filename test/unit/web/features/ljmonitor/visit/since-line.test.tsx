/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ListControls } from 'web/features/ljmonitor/filters/list-controls.tsx';
import { refetchOnFocus } from 'web/api/query-client';
import { parseView } from 'web/features/ljmonitor/filters/view';
import SinceLine from 'web/features/ljmonitor/visit/since-line.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const since = new Date(2020, 10, 19, 21, 4).getTime();
const viewIn = (search: string) => parseView(new URLSearchParams(search));

async function show(search: string, news: unknown) {
  const set = jest.fn();
  renderPart(<SinceLine view={viewIn(search)} set={set} />, {
    answers: { 'PUT /api/ljmonitor/visit': { body: { since, news } } },
  });
  await screen.findByRole('button', { name: 'Since 2020-11-19 21:04' });
  return { set, texts: () => screen.getAllByRole('button').map(({ textContent }) => textContent) };
}

const news = [
  { resblockId: '111111', unread: 4, news: { new: 3, cheaper: 1 } },
  { resblockId: '222222', unread: 2, news: { cheaper: 2 } },
];

afterEach(() => void jest.restoreAllMocks());

describe('a tab that is opened in the background', () => {
  it('begins the visit when it is shown', async () => {
    const isHidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    refetchOnFocus();
    const { sent } = renderPart(<SinceLine view={viewIn('')} set={jest.fn()} />, {
      answers: {
        'GET /api/ljmonitor/visit': { body: { since: null, news: [] } },
        'PUT /api/ljmonitor/visit': { body: { since, news } },
      },
    });
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['GET /api/ljmonitor/visit']));
    await act(async () => {});
    isHidden.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await screen.findByRole('button', { name: 'Since 2020-11-19 21:04' });
    expect(sent.map(({ call }) => call)).toEqual(['GET /api/ljmonitor/visit', 'PUT /api/ljmonitor/visit']);
  });
});

describe('the news since the last visit', () => {
  it('shows each kind with one click, and the whole list with another', async () => {
    const { set, texts } = await show('', news);
    expect(texts()).toEqual(['Since 2020-11-19 21:04', '3 new', '3 cheaper']);
    fireEvent.click(screen.getByRole('button', { name: '3 cheaper' }));
    expect(set).toHaveBeenLastCalledWith({ since: String(since), news: 'cheaper' });
  });

  it('is cleared by the kind that is shown', async () => {
    const { set, texts } = await show(`since=${since}&news=cheaper&resblockId=111111`, news);
    await screen.findByRole('button', { name: '1 cheaper' });
    expect(texts()).toEqual(['Since 2020-11-19 21:04', '3 new', '1 cheaper']);
    fireEvent.click(screen.getByRole('button', { name: '1 cheaper', pressed: true }));
    expect(set).toHaveBeenLastCalledWith({ since: '', news: '' });
  });

  it('keeps its line while all of it has been read, as the filter of a link does', async () => {
    const { texts } = await show(`since=${since}`, []);
    expect(texts()).toEqual(['Since 2020-11-19 21:04']);
    expect(screen.getByLabelText('Group by')).toBeTruthy();
  });
});

describe('the other filters', () => {
  it('stay folded while the list shows the news since the last visit', () => {
    renderPart(<ListControls view={viewIn(`since=${since}&news=cheaper`)} set={jest.fn()} />);
    expect(screen.getByText('Filters').closest('details')?.open).toBe(false);
  });
});
