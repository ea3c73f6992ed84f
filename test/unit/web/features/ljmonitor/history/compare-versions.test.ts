import { describe, expect, it } from '@jest/globals';
import { compareVersions } from 'web/features/ljmonitor/history/compare-versions';
import { house } from '../fixtures.ts';

describe('a version of a house', () => {
  it('says which way its figures went', () => {
    expect(compareVersions(house({ price: 527, unitPrice: 70_000 }), house({ price: 545, unitPrice: 68_000 }))).toEqual(
      {
        price: 'down',
        unitPrice: 'up',
      },
    );
  });

  it('says which of its words changed', () => {
    const older = house({ title: '业主急售', tags: [], removed: true, description: '简装' });
    expect(compareVersions(house(), older)).toEqual({
      title: 'changed',
      tags: 'changed',
      removed: 'changed',
      description: 'changed',
    });
  });

  it('changed nothing when only times differ, or the order of its tags', () => {
    const older = house({ tags: ['近地铁', '随时看房'] });
    const newer = house({ updateTime: 9_000, readTime: null, tags: ['随时看房', '近地铁'] });
    expect(compareVersions(newer, older)).toEqual({});
  });

  it('changed nothing that is known when it is the oldest', () => {
    expect(compareVersions(house(), undefined)).toEqual({});
  });
});
