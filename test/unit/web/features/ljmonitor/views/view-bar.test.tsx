/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { maxViews } from 'shared-types/rules/auth/preferences';
import { clearedFilters, parseView } from 'web/features/ljmonitor/filters/view';
import ViewBar from 'web/features/ljmonitor/views/view-bar.tsx';
import { choose, getChoices } from 'web/lib/preferences/preferences';
import { closeToasts } from 'web/ui/toasts/toasts';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

function Page({ changes }: { changes: object[] }) {
  const { search } = useLocation();
  return (
    <>
      <ViewBar view={parseView(new URLSearchParams(search))} set={(change) => changes.push(change)} />
      <p>at {search}</p>
      <ToastRegion />
    </>
  );
}

function show(search: string, answers: RenderOptions['answers'] = {}) {
  const changes: object[] = [];
  const { sent } = renderPart(<Page changes={changes} />, { path: `/ljmonitor${search}`, answers });
  return { changes, sent };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const park = { name: 'Near the park', query: 'maxPrice=500&order=price' };

describe('the saved views', () => {
  beforeEach(() => {
    closeToasts();
    choose({ views: [] });
  });

  it('are saved under a name, without the time of a visit, the houses of a message and what is no filter, in any order of the address', () => {
    const passing = 'since=1700000000000&houseIds=107100000001';
    show(`?order=price&${passing}&changedWithinDays=7&maxPrice=500&change=new&utm_source=mail`);
    press('Save view');
    const field = screen.getByLabelText('Name of the view');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '  Near the park ' } });
    press('Save');
    const query = 'change=new&changedWithinDays=7&maxPrice=500&order=price';
    expect(getChoices().views).toEqual([{ ...park, query }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Near the park', pressed: true }));
  });

  it('are shown with one press, and left with another', () => {
    choose({ views: [park] });
    show('');
    press('Near the park');
    expect(screen.getByText('at ?maxPrice=500&order=price')).toBeTruthy();
    press('Near the park');
    expect(screen.getByText('at')).toBeTruthy();
  });

  it('are deleted, with a way back', async () => {
    choose({ views: [park] });
    show(`?${park.query}`);
    press('Delete view “Near the park”');
    expect(getChoices().views).toEqual([]);
    await act(async () => press('Undo'));
    expect(getChoices().views).toEqual([park]);
  });

  it('are replaced by one of the same name, which is said before', () => {
    choose({ views: [park, { name: 'Big', query: 'minArea=120' }] });
    show('?order=-price');
    press('Save view');
    fireEvent.change(screen.getByLabelText('Name of the view'), { target: { value: park.name } });
    expect(screen.getByText('Replaces the view of this name.')).toBeTruthy();
    press('Save');
    expect(getChoices().views.map(({ query }) => query)).toEqual(['order=-price', 'minArea=120']);
  });

  it.each([
    ['there are too many', '?order=price', maxViews, /^You have 12 saved views\. Delete one first\.$/],
    ['one is too long', `?${'resblockId=1111027378022&'.repeat(50)}`, 0, /too many communities/],
  ])('are refused with a reason when %s', (_, search, count, reason) => {
    const views = Array.from({ length: count }, (__, index) => ({ name: `${index}`, query: `text=${index}` }));
    choose({ views });
    show(search);
    press('Save view');
    fireEvent.change(screen.getByLabelText('Name of the view'), { target: { value: 'new' } });
    press('Save');
    expect(screen.getByText(reason)).toBeTruthy();
    expect(getChoices().views).toEqual(views);
  });

  it('leave the form with Escape', () => {
    show('?order=price');
    press('Save view');
    fireEvent.keyDown(screen.getByLabelText('Name of the view'), { key: 'Escape' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save view' }));
  });
});

const told = (...views: object[]) => ({ body: { rules: { language: 'en', views } } });

describe('the news about a saved view', () => {
  beforeEach(() => {
    closeToasts();
    choose({ views: [park] });
  });

  const settings = 'GET /api/notify/settings';
  const rules = 'PUT /api/notify/rules';
  const other = { name: 'Big', query: 'minArea=120' };
  const saved = (sent: { call: string; body: unknown }[]) =>
    sent.filter(({ call }) => call === rules).map(({ body }) => body);

  it('are those of the view that replaces it', async () => {
    const { sent } = show('?order=-price', { [settings]: told(other, park), [rules]: told() });
    press('Save view');
    fireEvent.change(screen.getByLabelText('Name of the view'), { target: { value: park.name } });
    press('Save');
    const views = [other, { ...park, query: 'order=-price' }];
    await waitFor(() => expect(saved(sent)).toEqual([{ language: 'en', views }]));
  });

  it('end with it, and come back with it', async () => {
    const answers = { [settings]: told(park, other), [rules]: told() };
    const { sent } = show(`?${park.query}`, answers);
    press('Delete view “Near the park”');
    await waitFor(() => expect(saved(sent)).toEqual([{ language: 'en', views: [other] }]));
    answers[settings] = told(other);
    press('Undo');
    await waitFor(() => expect(saved(sent).slice(1)).toEqual([{ language: 'en', views: [other, park] }]));
  });

  it('are changed in what another tab has made of them meanwhile', async () => {
    const conflict = { status: 409, body: { errorCode: 'conflict', message: 'Another tab has changed them.' } };
    const refusal = Promise.withResolvers<typeof conflict>();
    const answers: NonNullable<RenderOptions['answers']> = { [settings]: told(park), [rules]: refusal.promise };
    const { sent } = show(`?${park.query}`, answers);
    press('Delete view “Near the park”');
    await waitFor(() => expect(saved(sent)).toHaveLength(1));
    Object.assign(answers, { [settings]: told(park, other), [rules]: told() });
    refusal.resolve(conflict);
    await waitFor(() => expect(saved(sent).slice(1)).toEqual([{ language: 'en', views: [other] }]));
  });

  it('stay none of a view that nobody is told of', async () => {
    const { sent } = show(`?${park.query}`, { [settings]: told(other) });
    press('Delete view “Near the park”');
    press('Undo');
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([settings]));
    expect(getChoices().views).toEqual([park]);
  });

  it('say when they could not be changed, and offer another try', async () => {
    const down = { status: 503, body: { errorCode: 'unavailable', message: 'The site is busy.' } };
    const answers: NonNullable<RenderOptions['answers']> = { [settings]: down, [rules]: told() };
    const { sent } = show(`?${park.query}`, answers);
    press('Delete view “Near the park”');
    expect(await screen.findByText(/^Could not change the news of this view\./)).toBeTruthy();
    answers[settings] = told(park);
    press('Retry');
    await waitFor(() => expect(saved(sent)).toEqual([{ language: 'en', views: [] }]));
  });
});

const changeCleared = { change: '', changedWithinDays: '' };

describe('the active filters', () => {
  it.each([
    ['minPrice=300&maxPrice=500', 'Price 300 – 500 万', { minPrice: '', maxPrice: '' }],
    ['maxUnitPrice=60000', 'Unit price up to 60,000 元/㎡', { minUnitPrice: '', maxUnitPrice: '' }],
    ['minArea=90', 'Area from 90 ㎡', { minArea: '', maxArea: '' }],
    ['minYear=2000', 'Year from 2000', { minYear: '', maxYear: '' }],
    ['minDays=30', 'On offer from 30 days', { minDays: '', maxDays: '' }],
    ['maxDays=7', 'On offer up to 7 days', { minDays: '', maxDays: '' }],
    ['minRooms=3', 'Rooms from 3', { minRooms: '', maxRooms: '' }],
    ['minRooms=2&maxRooms=3', 'Rooms 2 – 3', { minRooms: '', maxRooms: '' }],
    ['facing=南', 'Facing 南', { facing: '' }],
    ['floor=高楼层', 'Floor 高楼层', { floor: '' }],
    ['change=cheaper&changedWithinDays=7', 'Cheaper in the last 7 days', changeCleared],
    ['changedWithinDays=1', 'Changed in the last 24 hours', changeCleared],
    ['change=returned', 'Back on offer at any time', changeCleared],
    ['onOffer=true', 'For sale only', { onOffer: '' }],
    ['hidden=true', 'Hidden only', { hidden: '' }],
    ['houseIds=107100000001', '1 house of a message', { houseIds: '' }],
    ['houseIds=107100000001,107100000002', '2 houses of a message', { houseIds: '' }],
  ])('of ?%s are named, and removed one by one', (search, text, change) => {
    const { changes } = show(`?${search}&starred=true`);
    press(`Remove filter ${text}`);
    expect(changes).toEqual([change]);
    press('Clear filters');
    expect(changes).toEqual([change, clearedFilters]);
  });

  it('are none for an order, a search and the news, which show themselves', () => {
    show('?order=price&text=park&news=new');
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });
});
