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

it('is erased with its last letter', () => {
  claimDrafts('ann');
  const { current } = open();
  act(() => current[1]('1'));
  act(() => current[1](''));
  expect(open().current[0]).toBe('');
});
