import { describe, expect, it } from '@jest/globals';
import { communityName, communityNamesToShow, communityPlace } from 'web/features/ljmonitor/communities/community-name';
import { resblock } from '../fixtures.ts';

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
});
