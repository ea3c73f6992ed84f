/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { defaultChoices } from 'shared-types/rules/auth/preferences';
import { AccountCard } from 'web/features/auth/account/account-card.tsx';
import { choose, getChoices } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../../support/browser/render.tsx';

afterEach(() => act(() => choose(defaultChoices)));

it('lets a person choose on the account page that Enter sends, and shows what is chosen', () => {
  renderPart(<AccountCard user={{ name: 'ann@example.com', userId: 'u-1', avatarUrl: null }} />);
  const box = screen.getByRole('checkbox', {
    name: 'Enter sends in the chat, and Shift+Enter starts a new line.',
  });
  const states = () => [getChoices().enterSends, box instanceof HTMLInputElement && box.checked];
  expect(states()).toEqual([false, false]);
  fireEvent.click(box);
  expect(states()).toEqual([true, true]);
  fireEvent.click(box);
  expect(states()).toEqual([false, false]);
  // The settings of a conversation have the same switch.
  act(() => choose({ enterSends: true }));
  expect(states()).toEqual([true, true]);
});
