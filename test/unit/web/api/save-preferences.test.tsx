/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { defaultChoices } from 'shared-types/rules/auth/preferences';
import { takeUnsavedChoices, useSavedPreferences } from 'web/api/save-preferences';
import { sessionQuery } from 'web/api/session';
import { choose, getChoices, receivePreferences, usePreferences } from 'web/lib/preferences/preferences';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { renderPart, type RenderOptions } from '../../../support/browser/render.tsx';

const save = 'PUT /api/auth/preferences';
const userContext = { name: 'ann', userId: 'u-1', avatarUrl: null };
const session = (preferences: object) => ({
  'GET /api/auth/session': { body: { data: { userContext, preferences } } },
});

function Page() {
  useSavedPreferences();
  const { data } = useQuery(sessionQuery);
  return (
    <>
      <p>{`${data?.name} ${usePreferences().theme}`}</p>
      <ToastRegion />
    </>
  );
}

async function show(preferences: object, answers: RenderOptions['answers'] = {}) {
  const view = renderPart(<Page />, { answers: { ...session(preferences), ...answers } });
  await screen.findByText(/^ann /);
  return { ...view, saved: () => view.sent.filter(({ call }) => call === save).map(({ body }) => body) };
}
const dark = { ...defaultChoices, theme: 'dark' as const };
const stored = (): unknown => JSON.parse(localStorage.getItem('preferences') ?? 'null');

describe('preferences', () => {
  beforeEach(() => {
    closeToasts();
    // Takes back what the test before has left.
    receivePreferences({ version: 0 });
    takeUnsavedChoices();
    receivePreferences({ ...defaultChoices, version: 1 });
  });

  it("are the account's, in every browser, and kept for the next first paint", async () => {
    await show({ ...dark, version: 3 });
    expect(getChoices()).toEqual(dark);
    expect(stored()).toEqual(dark);
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('are those that another tab has chosen while this one opened', async () => {
    localStorage.setItem('preferences', JSON.stringify(dark));
    renderPart(<Page />);
    expect(await screen.findByText('undefined dark')).toBeTruthy();
  });

  it("stay the browser's while the account has none", async () => {
    choose({ theme: 'dark' });
    takeUnsavedChoices();
    const { saved } = await show({ ...defaultChoices, version: 0 });
    expect(getChoices().theme).toBe('dark');
    expect(saved()).toEqual([]);
  });

  it('take over no texts of the person before, and keep those of the new one that are not saved yet', async () => {
    choose({ starters: ['A secret of another person'], views: [{ name: 'Theirs', query: 'order=price' }] });
    takeUnsavedChoices();
    choose(({ starters }) => ({ starters: [...starters, 'Mine'] }));
    receivePreferences({ version: 0 });
    expect(getChoices()).toMatchObject({ starters: ['Mine'], views: [] });
    expect(JSON.stringify(stored())).not.toMatch(/another person|Theirs/);
  });

  it('are saved as they are chosen, with the version that they follow', async () => {
    const { saved } = await show({ ...defaultChoices, version: 3 }, { [save]: { body: { ...dark, version: 4 } } });
    act(() => choose({ theme: 'dark' }));
    await waitFor(() => expect(saved()).toEqual([{ ...dark, version: 3 }]));
    act(() => choose({ density: 'compact' }));
    await waitFor(() => expect(saved()[1]).toEqual({ ...dark, density: 'compact', version: 4 }));
  });

  it('are saved once the user is known, when they were chosen before', async () => {
    choose({ theme: 'dark' });
    const { saved } = await show({ ...defaultChoices, version: 3 }, { [save]: { body: { ...dark, version: 4 } } });
    await waitFor(() => expect(saved()).toEqual([{ ...dark, version: 3 }]));
  });

  it("keep another browser's choices beside their own", async () => {
    const elsewhere = { ...defaultChoices, density: 'compact', version: 5 };
    const { saved } = await show(
      { ...defaultChoices, version: 3 },
      { [save]: { status: 409, body: { errorCode: 'conflict', message: '', current: elsewhere } } },
    );
    act(() => choose({ theme: 'dark' }));
    await waitFor(() => expect(saved()[1]).toEqual({ ...elsewhere, theme: 'dark' }));
    // The server of this test never agrees.
    expect(await screen.findByText(/^Could not save\./)).toBeTruthy();
    expect(saved()).toHaveLength(4);
  });

  it('keep a view that another browser has saved beside their own', async () => {
    const [here, elsewhere] = ['here', 'elsewhere'].map((name) => ({ name, query: `text=${name}` }));
    const { saved } = await show(
      { ...defaultChoices, version: 3 },
      {
        [save]: {
          status: 409,
          body: { errorCode: 'conflict', message: '', current: { ...defaultChoices, views: [elsewhere], version: 5 } },
        },
      },
    );
    act(() => choose(({ views }) => ({ views: [...views, ...(here ? [here] : [])] })));
    await waitFor(() => expect(saved()[1]).toEqual({ ...defaultChoices, views: [elsewhere, here], version: 5 }));
  });

  it('say that they could not be saved, and are saved with the next choice', async () => {
    const { saved } = await show(
      { ...defaultChoices, version: 3 },
      { [save]: { status: 400, body: { errorCode: 'invalid', message: 'no' } } },
    );
    act(() => choose({ theme: 'dark' }));
    expect(await screen.findByText('Could not save. No.')).toBeTruthy();
    act(() => choose({ density: 'compact' }));
    await waitFor(() => expect(saved()[1]).toEqual({ ...dark, density: 'compact', version: 3 }));
  });

  it('are stored in the same task as they are chosen, of which the browser tells the other tabs', () => {
    choose({ theme: 'dark' });
    expect(stored()).toEqual(dark);
  });

  it('follow a choice in another tab, without a call of their own', async () => {
    const { sent } = await show({ ...defaultChoices, version: 3 });
    const before = sent.length;
    localStorage.setItem('preferences', JSON.stringify(dark));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' })));
    expect(screen.getByText('ann dark')).toBeTruthy();
    expect(sent).toHaveLength(before);
  });
});
