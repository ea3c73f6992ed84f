/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { addToast, attempt, closeToasts, showFailure, showUndo } from 'web/ui/toasts/toasts';
import { renderPart } from '../../../support/browser/render.tsx';

const undo = jest.fn(() => Promise.resolve());
const show = () => {
  renderPart(
    <>
      <input aria-label="Search" />
      <ToastRegion />
    </>,
  );
  act(() => void showUndo('Garden plan was deleted.', undo));
};
const text = () => screen.queryByText('Garden plan was deleted.');
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('a toast', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    undo.mockClear();
  });

  afterEach(() => {
    act(closeToasts);
    jest.useRealTimers();
  });

  it('offers to undo for 10 s', () => {
    show();
    pass(9_900);
    expect(text()).toBeTruthy();
    pass(200);
    expect(text()).toBeNull();
  });

  it('stays under the pointer, and 10 s more after it', () => {
    show();
    const toast = screen.getByText('Garden plan was deleted.');
    fireEvent.pointerEnter(toast);
    pass(60_000);
    expect(text()).toBeTruthy();
    fireEvent.pointerLeave(toast);
    pass(9_900);
    expect(text()).toBeTruthy();
    pass(200);
    expect(text()).toBeNull();
  });

  it('stays while it has the focus', () => {
    show();
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    pass(60_000);
    expect(text()).toBeTruthy();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])('is undone by %o and Z, but not in a field', (modifier) => {
    show();
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ...modifier });
    fireEvent.keyDown(document.body, { key: 'z' });
    expect(undo).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'z', ...modifier });
    expect(undo).toHaveBeenCalledTimes(1);
    expect(text()).toBeNull();
  });

  it('is undone by Ctrl+Z under a newer one that offers something else', () => {
    const retry = jest.fn(() => Promise.resolve());
    show();
    act(() => void addToast({ text: 'Could not save.', failed: 'saving', action: { kind: 'retry', run: retry } }));
    expect(screen.getAllByRole('button', { name: /Undo|Retry/ }).map(({ textContent }) => textContent)).toEqual([
      'Undo',
      'Retry',
    ]);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect([undo.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0]);
    pass(60_000);
    expect(screen.getByText('Could not save.')).toBeTruthy();
  });

  it('says why something failed, until it is tried again', () => {
    const retry = jest.fn(() => Promise.resolve());
    show();
    act(() => showFailure('Could not delete.', new Error('no'), retry));
    pass(60_000);
    expect(screen.getByRole('alert').textContent).toBe('Could not delete. Something went wrong.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what failed once, until the act is tried again', async () => {
    show();
    const save = jest
      .fn(() => Promise.resolve())
      .mockRejectedValueOnce(new Error('no'))
      .mockRejectedValueOnce(new Error('no'));
    for (const _ of [1, 2]) {
      await act(() => attempt('Could not save.', save));
      expect(screen.getAllByRole('alert')).toHaveLength(1);
    }
    await act(() => attempt('Could not save.', save));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells that an undo failed, and tries it again', async () => {
    show();
    undo.mockRejectedValueOnce(new Error('no'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
    expect(screen.getByRole('alert').textContent).toBe('Could not undo. Something went wrong.');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    expect(undo).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('gives way to the third one after it', () => {
    show();
    for (const title of ['A', 'B', 'C']) act(() => void showUndo(title, undo));
    expect(text()).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(3);
  });
});
