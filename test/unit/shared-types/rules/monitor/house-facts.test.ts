import { describe, expect, it } from '@jest/globals';
import { daysOnMarket, factsOf } from 'shared-types/rules/monitor/house-facts';

describe('the facts of a house', () => {
  it.each([
    [
      '1室1厅 | 54.8平米 | 东 | 简装 | 低楼层(共26层) | 2004年 | 塔楼',
      { rooms: 1, halls: 1, area: 54.8, facing: ['东'], floor: '低楼层', floors: 26, year: 2004 },
    ],
    [
      '低楼层(共17层) | 2017年建 | 3室2厅 | 87平米 | 南 北',
      { rooms: 3, halls: 2, area: 87, facing: ['南', '北'], floor: '低楼层', floors: 17, year: 2017 },
    ],
    [
      '六铺炕 | 2室1厅 | 58.28平米 | 西北 东北 | 精装 | 无电梯 | 底层(共16层) | 1992年建塔楼',
      { rooms: 2, halls: 1, area: 58.28, facing: ['西北', '东北'], floor: '底层', floors: 16, year: 1992 },
    ],
    [
      '中楼层(共29层) 2室2厅 | 75.77平米 | 东南',
      { rooms: 2, halls: 2, area: 75.77, facing: ['东南'], floor: '中楼层', floors: 29 },
    ],
    ['３房间２卫 | ８９平米 | 南北', { rooms: 3, area: 89, facing: ['南', '北'] }],
    ['高楼层(共6层)  | 板楼', { floor: '高楼层', floors: 6 }],
  ])('are read from %j', (description, facts) => {
    expect(factsOf(description)).toEqual(facts);
  });

  it.each(['', '东南花园 | 精装', `${'东南'.repeat(40)}花园`, '0平米', '1234567平米', '2年后交房 | 3000年', '共300层'])(
    'are unknown in %j',
    (description) => {
      expect(factsOf(description)).toEqual({});
    },
  );
});

describe('the days on the market', () => {
  const day = 86_400_000;
  const offer = { createTime: day, updateTime: 3 * day, removed: false, changeTimes: {} };
  it('count from the first listing, up to now or the removal', () => {
    expect(daysOnMarket(offer, 12.9 * day)).toBe(11);
    expect(daysOnMarket({ ...offer, removed: true, changeTimes: { removed: 5 * day } }, 12 * day)).toBe(4);
    expect(daysOnMarket({ ...offer, removed: true }, 12 * day)).toBe(2);
    expect(daysOnMarket(offer, 0)).toBe(0);
  });
});
