/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { OfflineChats } from 'web/features/auth/account/offline-chats.tsx';
import { keepsChats } from 'web/lib/preferences/kept-chats';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { renderPart } from '../../../../../support/browser/render.tsx';

const show = (userId: string) =>
  renderPart(
    <>
      <OfflineChats userId={userId} />
      <ToastRegion />
    </>,
  );
const box = () => screen.getByRole('checkbox', { name: 'Keep my latest conversations in this browser' });

afterEach(() => {
  jest.restoreAllMocks();
  closeToasts();
  localStorage.clear();
});

describe('the switch that keeps conversations in this browser', () => {
  it('is off until it is turned on, and shows later what was chosen, to this user only', () => {
    const first = show('ann');
    expect(box()).toHaveProperty('checked', false);
    fireEvent.click(box());
    expect(box()).toHaveProperty('checked', true);
    first.unmount();
    const ofBob = show('bob');
    expect(box()).toHaveProperty('checked', false);
    ofBob.unmount();
    show('ann');
    expect(box()).toHaveProperty('checked', true);
    fireEvent.click(box());
    expect(keepsChats('ann')).toBe(false);
  });

  it('says that the browser could not keep the choice, and stays off', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no room');
    });
    show('ann');
    fireEvent.click(box());
    expect(await screen.findByText(/^Could not change the offline settings\./)).toBeTruthy();
    expect(box()).toHaveProperty('checked', false);
  });
});
