import { describe, expect, it } from '@jest/globals';
import {
  communityName,
  communityNamesToShow,
  communityPlace,
  describeCommunityState,
  summarizeCommunities,
} from 'web/features/ljmonitor/communities/messages.tsx';
import { now, resblock } from '../fixtures.ts';

describe('a community', () => {
  it('shows its name, or its id while it has none', () => {
    expect(communityName(resblock())).toBe('六铺炕');
    expect(communityPlace(resblock())).toBe('东城 / 安定门');
    const fresh = resblock({ name: '', districtName: '', bizcircleName: '' });
    expect(communityName(fresh)).toBe('1111027378022');
    expect(communityPlace(fresh)).toBe('');
  });

  it('is named on house rows only if several communities are shown', () => {
    const three = [
      resblock(),
      resblock({ resblockId: '2', name: '交东小区' }),
      resblock({ resblockId: '3', name: '' }),
    ];
    expect(communityNamesToShow(three, new Set())).toEqual(
      new Map([
        ['1111027378022', '六铺炕'],
        ['2', '交东小区'],
        ['3', '3'],
      ]),
    );
    expect([...communityNamesToShow(three, new Set(['2', '3'])).keys()]).toEqual(['2', '3']);
    expect(communityNamesToShow(three, new Set(['2'])).size).toBe(0);
    expect(communityNamesToShow([resblock()], new Set()).size).toBe(0);
  });

  it.each([
    [resblock(), '6 houses · checked 38 mins ago'],
    [resblock({ houseCount: 1 }), '1 house · checked 38 mins ago'],
    [resblock({ state: 'NEW', houseCount: 0, lastCompleteAt: null }), 'Not checked yet'],
    [resblock({ state: 'NEW', houseCount: 30, lastCompleteAt: null }), '30 houses so far'],
    [resblock({ state: 'BLOCKED' }), 'Blocked by the listing site · 6 houses · last checked 38 mins ago'],
    [resblock({ state: 'INCOMPLETE', lastCompleteAt: null }), 'Partly checked · 6 houses · never fully checked'],
    [resblock({ state: 'FAILED' }), 'Could not be checked · 6 houses · last checked 38 mins ago'],
  ])('describes its last crawl: %#', (community, text) => {
    expect(describeCommunityState(community, now).text).toBe(text);
  });
});

const unreadIn = (...ids: string[]) =>
  new Map(ids.map((resblockId) => [resblockId, { resblockId, unread: 1, asOf: now, news: {} }]));

describe('a folded list of communities', () => {
  const four = ['1', '2', '3', '4'].map((resblockId) => resblock({ resblockId, name: `小区${resblockId}` }));

  it('counts unread, selected and failed communities', () => {
    expect(summarizeCommunities(four, unreadIn(), new Set())).toBe('4 communities');
    expect(summarizeCommunities(four, unreadIn('1', '3'), new Set())).toBe('4 communities · 2 with unread');
    expect(summarizeCommunities(four, unreadIn(), new Set(['2', 'not tracked']))).toBe('4 communities · only 小区2');
    expect(summarizeCommunities(four, unreadIn('4'), new Set(['2', '3']))).toBe(
      '4 communities · 1 with unread · only 2 of them',
    );
    const troubled = [resblock({ state: 'NEW' }), resblock({ state: 'BLOCKED' }), resblock({ state: 'INCOMPLETE' })];
    expect(summarizeCommunities([...troubled, resblock()], unreadIn(), new Set())).toBe(
      '4 communities · 2 not fully checked',
    );
  });
});
