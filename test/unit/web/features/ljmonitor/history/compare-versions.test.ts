import { describe, expect, it } from '@jest/globals';
import { compareVersions } from 'web/features/ljmonitor/history/compare-versions';
import { house } from '../fixtures.ts';

describe('compareVersions', () => {
  it('tells whether numbers went up or down', () => {
    expect(compareVersions(house({ price: 527, unitPrice: 70_000 }), house({ price: 545, unitPrice: 68_000 }))).toEqual(
      {
        price: 'down',
        unitPrice: 'up',
      },
    );
  });

  it('tells which texts changed', () => {
    const older = house({ title: '业主急售', tags: [], removed: true, description: '简装' });
    expect(compareVersions(house(), older)).toEqual({
      title: 'changed',
      tags: 'changed',
      removed: 'changed',
      description: 'changed',
    });
  });

  it('tells that a price is shown for the first time', () => {
    expect(compareVersions(house(), house({ price: null, prices: [] }))).toEqual({ price: 'changed' });
  });

  it('ignores times, the order of tags, and the style of a text', () => {
    const older = house({ tags: ['近地铁', '随时看房'], description: '2室1厅 | 60.2平米' });
    const newer = house({
      updateTime: 9_000,
      readTime: null,
      tags: ['随时看房', '近地铁'],
      description: '2室1厅 | 60.2㎡',
    });
    expect(compareVersions(newer, older)).toEqual({});
  });

  it('finds no changes in the oldest version', () => {
    expect(compareVersions(house(), undefined)).toEqual({});
  });
});
