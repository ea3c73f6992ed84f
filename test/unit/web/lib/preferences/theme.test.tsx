/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { ThemeSwitch } from 'web/layout/top-bar/theme-switch.tsx';
import { choose } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../support/browser/render.tsx';

const isPressed = () => screen.getByRole('button', { name: 'Dark mode' }).getAttribute('aria-pressed');
const themeOf = () => document.documentElement.dataset['theme'];

describe('the theme', () => {
  afterEach(() => act(() => choose({ theme: 'system' })));

  it("is the system's until another one is chosen, and again when its own colors are chosen", () => {
    renderPart(<ThemeSwitch />);
    expect(isPressed()).toBe('false');
    fireEvent.click(screen.getByRole('button'));
    expect([isPressed(), themeOf()]).toEqual(['true', 'dark']);
    fireEvent.click(screen.getByRole('button'));
    expect([isPressed(), themeOf()]).toEqual(['false', 'system']);
  });
});
