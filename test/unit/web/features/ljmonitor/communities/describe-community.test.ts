import { describe, expect, it } from '@jest/globals';
import { describeCommunityState, summarizeCommunities } from 'web/features/ljmonitor/communities/describe-community';
import { now, resblock } from '../fixtures.ts';

describe('a community', () => {
  it.each([
    [resblock(), '6 on offer · checked 38 mins ago'],
    [resblock({ houseCount: 1 }), '1 on offer · checked 38 mins ago'],
    [resblock({ state: 'NEW', houseCount: 0, lastCompleteAt: null }), 'Not checked yet'],
    [resblock({ state: 'NEW', houseCount: 30, lastCompleteAt: null }), '30 on offer so far'],
    [resblock({ state: 'BLOCKED' }), 'Blocked by the listing site · 6 on offer · last checked 38 mins ago'],
    [resblock({ state: 'INCOMPLETE', lastCompleteAt: null }), 'Partly checked · 6 on offer · never fully checked'],
    [resblock({ state: 'FAILED' }), 'Could not be checked · 6 on offer · last checked 38 mins ago'],
  ])('describes its last crawl: %#', (community, text) => {
    expect(describeCommunityState(community, now).text).toBe(text);
  });
});

const unreadIn = (...ids: string[]) =>
  new Map(ids.map((resblockId) => [resblockId, { resblockId, unread: 1, asOf: now, news: {} }]));

describe('a folded list of communities', () => {
  const four = ['1', '2', '3', '4'].map((resblockId) => resblock({ resblockId, name: `小区${resblockId}` }));

  it('counts unread or failed communities, and names the selected ones', () => {
    expect(summarizeCommunities(four, unreadIn(), new Set())).toBe('4 communities');
    expect(summarizeCommunities(four, unreadIn('1', '3'), new Set())).toBe('4 communities · 2 with unread');
    expect(summarizeCommunities(four, unreadIn(), new Set(['2', 'not tracked']))).toBe('4 communities · only 小区2');
    expect(summarizeCommunities(four, unreadIn('4'), new Set(['2', '3']))).toBe(
      '4 communities · 1 with unread · only 2 of them',
    );
    const troubled = [resblock({ state: 'NEW' }), resblock({ state: 'BLOCKED' }), resblock({ state: 'INCOMPLETE' })];
    expect(summarizeCommunities([...troubled, resblock()], unreadIn('1'), new Set())).toBe(
      '4 communities · 2 not fully checked',
    );
  });

  it('names a single one, with its unread houses', () => {
    const [one] = four;
    expect(summarizeCommunities(one ? [one] : [], unreadIn(), new Set())).toBe('小区1');
    expect(summarizeCommunities(one ? [one] : [], unreadIn('1'), new Set(['1']))).toBe('小区1 · 1 unread');
    expect(summarizeCommunities([resblock({ state: 'FAILED' })], unreadIn(), new Set())).toMatch(
      / · not fully checked$/,
    );
  });
});
