/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { claimDrafts, lockDrafts } from 'web/lib/draft-storage';
import { useDraftText } from 'web/lib/use-draft-text';

afterEach(() => localStorage.clear());

const open = () => renderHook(() => useDraftText('community')).result;

it('is there for its person after a reload and after the end of a session, and for nobody else', () => {
  claimDrafts('ann');
  const first = open();
  act(() => first.current[1]('1199027300103'));
  expect(open().current[0]).toBe('1199027300103');

  lockDrafts();
  const next = open();
  expect(next.current[0]).toBe('');
  act(() => claimDrafts('ann'));
  expect(next.current[0]).toBe('1199027300103');

  act(() => claimDrafts('bob'));
  expect(open().current[0]).toBe('');
});

it('is not shown to a person who signs in after another one in the same tab', () => {
  claimDrafts('ann');
  const { current } = open();
  act(() => current[1]('1199027300103'));
  // The next page reads it before its person is known.
  const next = open();
  expect(next.current[0]).toBe('1199027300103');
  act(() => claimDrafts('bob'));
  expect(next.current[0]).toBe('');
});

it('is erased with its last letter', () => {
  claimDrafts('ann');
  const { current } = open();
  act(() => current[1]('1'));
  act(() => current[1](''));
  expect(open().current[0]).toBe('');
});

it('follows what another tab has made of it', () => {
  claimDrafts('ann');
  const { current } = open();
  const other = open();
  act(() => current[1]('1'));
  // A browser tells the other tabs of each change.
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'draft community' })));
  act(() => other.current[1]((ids) => `${ids} 2`));
  expect(localStorage.getItem('draft community')).toBe('1 2');
});

it('leaves what is kept for a person as it is while nobody is known', () => {
  claimDrafts('ann');
  const before = open();
  act(() => before.current[1]('1'));
  lockDrafts();
  const after = open();
  act(() => after.current[1]('2'));
  act(() => claimDrafts('ann'));
  expect(localStorage.getItem('draft community')).toBe('1');
});
