/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { ThemeSwitch } from 'web/layout/top-bar/theme-switch.tsx';
import { renderPart } from '../../../support/browser/render.tsx';

const isPressed = () => screen.getByRole('button', { name: 'Dark mode' }).getAttribute('aria-pressed');

const chooseElsewhere = (newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })));

describe('the theme', () => {
  beforeEach(() => {
    localStorage.clear();
    delete document.documentElement.dataset['theme'];
  });

  it('follows a choice in another tab, and the system again after it', () => {
    renderPart(<ThemeSwitch />);
    expect(isPressed()).toBe('false');
    chooseElsewhere('dark');
    expect(isPressed()).toBe('true');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    chooseElsewhere(null);
    expect(isPressed()).toBe('false');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});
