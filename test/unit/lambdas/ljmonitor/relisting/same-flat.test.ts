import { describe, expect, it } from '@jest/globals';
import { findSameFlats, type Candidate } from 'lambdas/ljmonitor/relisting/same-flat';
import { factsOf, fittingsOf } from 'shared-types/rules/monitor/house-facts';
import { dayMs, hourMs } from 'shared-types/rules/time';

const tuesday = Date.parse('2026-03-03T08:00:00+08:00');
const firstReading = tuesday - 90 * dayMs;
const facts = '2室1厅 | 60.25平米 | 南 北 | 精装 | 低楼层(共16层) | 1992年 | 塔楼';

const offer = (houseId: string, description: string, changes: Partial<Candidate> = {}): Candidate => ({
  houseId,
  removed: false,
  price: 435,
  prices: [],
  createTime: tuesday - 60 * dayMs,
  updateTime: tuesday,
  changeTimes: {},
  fittings: fittingsOf(description),
  ...factsOf(description),
  ...changes,
});
const removed = (atMs = tuesday) => ({ removed: true, updateTime: atMs, changeTimes: { removed: atMs } });

const before = (changes: Partial<Candidate> = {}, description = facts) =>
  offer('1010', description, { ...removed(), ...changes });
const after = (changes: Partial<Candidate> = {}, description = facts) =>
  offer('1012', description, { createTime: tuesday + 3 * dayMs, price: 430, ...changes });

const onOffer = (description: string) => offer('1001', description);

const linksOf = (houses: Candidate[], sinceMs = firstReading) =>
  findSameFlats(houses, sinceMs).map(({ earlier, later }) => [earlier.houseId, later.houseId]);
const linked = [['1010', '1012']];

describe('a house that is offered again under another id', () => {
  it('is the same flat, with the time at which the first id was removed', () => {
    expect(findSameFlats([after(), before()], firstReading)).toMatchObject([
      { earlier: { houseId: '1010', price: 435 }, later: { houseId: '1012', price: 430 }, removedAtMs: tuesday },
    ]);
  });

  it.each<[string, Candidate, Candidate]>([
    [
      'the new id is seen by the reading that first misses the old one',
      before(),
      after({ createTime: tuesday - 8 * hourMs }),
    ],
    ['it comes back after two weeks', before(), after({ createTime: tuesday + 14 * dayMs })],
    ['it is a tenth cheaper', before({ price: 473 }), after()],
    [
      'it has become much cheaper since then',
      before(),
      after({
        price: 380,
        prices: [
          { time: tuesday + 3 * dayMs, price: 430 },
          { time: tuesday + 20 * dayMs, price: 380 },
        ],
      }),
    ],
    ['the other agency leaves its fittings out', before(), after({}, facts.replace('精装', '其他'))],
    ['the other agency names the directions the other way round', before(), after({}, facts.replace('南 北', '北 南'))],
    ['the area has a zero more', before(), after({}, facts.replace('60.25', '60.250'))],
    ['the new id has been removed, too', before(), after(removed(tuesday + 9 * dayMs))],
    ['the other agency leaves the year out', before(), after({}, facts.replace('1992年 | ', ''))],
    ['only the other agency names the year', before({}, facts.replace('1992年 | ', '')), after()],
    [
      'the site does not show the year',
      before({}, facts.replace('1992年 | ', '')),
      after({}, facts.replace('1992年 | ', '')),
    ],
  ])('is linked when %s', (_, one, other) => {
    expect(linksOf([one, other])).toEqual(linked);
  });

  it.each<[string, Candidate, Candidate]>([
    ['the old id is still on offer', offer('1010', facts), after()],
    ['it comes back after more than two weeks', before(), after({ createTime: tuesday + 14 * dayMs + 1 })],
    ['both were on offer for more than two days', before(), after({ createTime: tuesday - 2 * dayMs - 1 })],
    ['the new id was there first', before(), after({ createTime: tuesday - 61 * dayMs })],
    ['it costs more than a tenth more', before(), after({ price: 479 })],
    ['it costs more than a tenth less', before(), after({ price: 395 })],
    ['a price was never shown', before(), after({ price: null })],
    ['the old price was never shown', before({ price: null }), after()],
    ['the area differs by 0.01 m²', before(), after({}, facts.replace('60.25', '60.26'))],
    ['it has another room', before(), after({}, facts.replace('2室', '3室'))],
    ['it has another hall', before(), after({}, facts.replace('1厅', '2厅'))],
    ['it faces one more direction', before(), after({}, facts.replace('南 北', '南 西 北'))],
    ['it is on another level', before(), after({}, facts.replace('低楼层', '中楼层'))],
    ['its building has another storey', before(), after({}, facts.replace('共16层', '共17层'))],
    ['it has other fittings', before(), after({}, facts.replace('精装', '简装'))],
    ['its building is of another year', before(), after({}, facts.replace('1992年', '1993年'))],
    [
      'neither has an area',
      before({}, facts.replace('60.25平米 | ', '')),
      after({}, facts.replace('60.25平米 | ', '')),
    ],
    ['neither has a layout', before({}, facts.replace('2室1厅 | ', '')), after({}, facts.replace('2室1厅 | ', ''))],
    ['neither has halls', before({}, facts.replace('1厅', '1卫')), after({}, facts.replace('1厅', '1卫'))],
    ['neither has an orientation', before({}, facts.replace('南 北 | ', '')), after({}, facts.replace('南 北 | ', ''))],
    ['neither has a level', before({}, facts.replace('低楼层', '')), after({}, facts.replace('低楼层', ''))],
    [
      'neither has a number of storeys',
      before({}, facts.replace('(共16层)', '')),
      after({}, facts.replace('(共16层)', '')),
    ],
  ])('is not linked when %s', (_, one, other) => {
    expect(linksOf([one, other])).toEqual([]);
  });

  it('is not linked when the first reading found it', () => {
    const foundAt = after().createTime;
    expect(linksOf([before(), after()], foundAt)).toEqual([]);
    expect(linksOf([before(), after()], foundAt - 1)).toEqual(linked);
    expect(linksOf([before(), after()], Infinity)).toEqual([]);
  });

  it('is not linked to either of two that it may be', () => {
    const other = offer('1011', facts, { ...removed(tuesday + dayMs), createTime: tuesday + hourMs });
    expect(linksOf([before(), other, after()])).toEqual([]);
    expect(linksOf([before(), { ...other, price: 600 }, after()])).toEqual(linked);
  });

  it('is not linked when two of the same facts are offered after it', () => {
    const other = offer('1013', facts, { ...removed(tuesday + 5 * dayMs), createTime: tuesday + 4 * dayMs });
    expect(linksOf([before(), after(removed(tuesday + 3.5 * dayMs)), other])).toEqual([]);
  });

  it('is not linked when two flats with these facts were ever on offer at once', () => {
    const twin = offer('1001', facts, {
      ...removed(tuesday - 50 * dayMs),
      createTime: tuesday - 80 * dayMs,
      price: 600,
    });
    expect(linksOf([before(), after(), twin])).toEqual([]);
    const gone = { ...twin, ...removed(tuesday - 60 * dayMs) };
    expect(linksOf([before(), after(), gone])).toEqual(linked);
  });

  it('has no twin in a building of another year, but may have one in a building without a year', () => {
    const elsewhere = facts.replace('1992年', '2005年');
    expect(linksOf([before(), after(), onOffer(elsewhere)])).toEqual(linked);
    const unknown = facts.replace('1992年 | ', '');
    expect(linksOf([before(), after({}, unknown), onOffer(elsewhere)])).toEqual(linked);
    expect(linksOf([before(), after(), onOffer(unknown)])).toEqual([]);
    expect(linksOf([before({}, unknown), after({}, unknown), onOffer(elsewhere)])).toEqual([]);
  });

  it('is not linked when it may be one of two buildings', () => {
    const elsewhere = facts.replace('1992年', '2005年');
    const other = offer('1011', elsewhere, { ...removed(tuesday + dayMs), createTime: tuesday - 40 * dayMs });
    expect(linksOf([before(), other, after({}, facts.replace('1992年 | ', ''))])).toEqual([]);
    expect(linksOf([before(), other, after()])).toEqual(linked);
  });

  it('is linked each time when that happens again after weeks', () => {
    const again = offer('1020', facts, { createTime: tuesday + 42 * dayMs });
    expect(linksOf([again, before(), after(removed(tuesday + 40 * dayMs))])).toEqual([...linked, ['1012', '1020']]);
  });
});
