/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { claimDrafts, joinLines, joinWords, type JoinDrafts, lockDrafts } from 'web/lib/draft-storage';
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

/** The session of a person who has typed something ends, and the next visit types before its session is looked up. */
function typeEarly(kept: string, typed: string, join?: JoinDrafts) {
  claimDrafts('ann');
  if (kept !== '') localStorage.setItem('draft community', kept);
  lockDrafts();
  const view = renderHook(() => useDraftText('community', join));
  act(() => view.result.current[1](typed));
  expect(localStorage.getItem('draft community')).toBe(kept === '' ? null : kept);
  return view;
}

describe('what is typed before its person is known', () => {
  it.each([
    ['behind', joinWords, '1 2'],
    ['below', joinLines, '1\n2'],
  ])('comes %s what is kept for that person', (_, join, joined) => {
    const { result } = typeEarly('1', '2', join);
    act(() => claimDrafts('ann'));
    expect(result.current[0]).toBe(joined);
    expect(localStorage.getItem('draft community')).toBe(joined);
  });

  it('is kept also when its field was left meanwhile', () => {
    typeEarly('', '2').unmount();
    expect(open().current[0]).toBe('2');
    act(() => claimDrafts('ann'));
    expect(localStorage.getItem('draft community')).toBe('2');
  });

  it('is joined also when another tab has learned first who the person is', () => {
    const { result } = typeEarly('1', '2');
    localStorage.setItem('owner of drafts', 'ann');
    act(() => result.current[1]('23'));
    act(() => claimDrafts('ann'));
    expect([result.current[0], localStorage.getItem('draft community')]).toEqual(['1 23', '1 23']);
  });

  it('is the draft of whoever signs in, and what was kept for another person is not', () => {
    const { result } = typeEarly('1', '2');
    act(() => claimDrafts('bob'));
    expect([result.current[0], localStorage.getItem('draft community')]).toEqual(['2', '2']);
  });

  it('is joined once', () => {
    const { result } = typeEarly('1', '2');
    act(() => claimDrafts('ann'));
    act(() => claimDrafts('ann'));
    act(() => result.current[1](''));
    expect([result.current[0], localStorage.getItem('draft community')]).toEqual(['', null]);
  });
});
