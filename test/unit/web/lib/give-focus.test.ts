/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { giveFocus } from 'web/lib/give-focus';

const byId = (id: string) => document.querySelector<HTMLElement>(`#${id}`);

beforeEach(() => {
  document.body.innerHTML =
    '<form id="form"><input id="field" /><button id="add"></button></form><input id="search" />';
});

it.each([
  ['in the same place', 'add', 'field'],
  ['nowhere', null, 'field'],
  ['elsewhere', 'search', 'search'],
])('gives the focus to an element unless it was moved elsewhere: %s', (_, before, after) => {
  if (before !== null) byId(before)?.focus();
  giveFocus(byId('field'), byId('form'));
  expect(document.activeElement?.id).toBe(after);
});
