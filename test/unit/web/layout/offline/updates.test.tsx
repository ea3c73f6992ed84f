/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { watchUpdates } from 'web/layout/offline/register-worker';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { renderPart } from '../../../../support/browser/render.tsx';

const update = jest.fn(() => Promise.resolve());
let serviceWorker: EventTarget;
/** The app's own script in the cache of the worker. */
let cached: string;

function Part() {
  useEffect(watchUpdates, []);
  return <ToastRegion />;
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const changeWorker = async () => {
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  await pass(0);
};
const text = () => screen.queryByText('The site was updated.');

beforeEach(() => {
  jest.useFakeTimers();
  update.mockClear();
  serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => ({ update }) });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  Object.assign(globalThis, {
    caches: { match: async (address: string) => (address.endsWith(cached) ? {} : undefined) },
  });
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
});

afterEach(() => {
  act(closeToasts);
  jest.useRealTimers();
});

describe('an update of the site', () => {
  it('is told once to a page of an older build, until the page is reloaded or the toast is closed', async () => {
    cached = '/assets/index-2.js';
    renderPart(<Part />);
    expect(text()).toBeNull();
    await changeWorker();
    await changeWorker();
    await pass(60_000);
    expect(screen.getAllByText('The site was updated.')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    // Ctrl+Z undoes an act of the user's, and is none of its own.
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(text()).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(text()).toBeNull();
  });

  it('is not told to a page that came from the network with the new build', async () => {
    cached = '/assets/index-1.js';
    renderPart(<Part />);
    await changeWorker();
    expect(text()).toBeNull();
  });

  it('is looked for when the user comes back, at most once an hour', async () => {
    renderPart(<Part />);
    const comeBack = async () => {
      fireEvent(document, new Event('visibilitychange'));
      await pass(0);
    };
    await comeBack();
    expect(update).not.toHaveBeenCalled();
    await pass(3_600_000);
    await comeBack();
    await comeBack();
    expect(update).toHaveBeenCalledTimes(1);
  });
});
