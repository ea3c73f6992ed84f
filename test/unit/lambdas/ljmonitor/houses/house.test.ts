import { describe, expect, it } from '@jest/globals';
import { newsOf } from 'shared-types/rules/house-news';
import {
  toWireHouse,
  detectChange,
  type House,
  type Listing,
  removedVersion,
  listedVersion,
} from 'lambdas/ljmonitor/houses/house';

const monday = new Date('2026-03-02T08:00:00Z');
const tuesday = new Date('2026-03-03T08:00:00Z');
const wednesday = new Date('2026-03-04T08:00:00Z');

const listing: Listing = {
  houseId: '101133895297',
  resblockId: '1111027377528',
  title: '南北通透，两居室',
  description: '2室1厅 | 60.2平米 | 南',
  tags: ['近地铁', '随时看房'],
  price: 255,
  unitPrice: 46_533,
};
const house = listedVersion(listing, undefined, monday);

describe('a house seen for the first time', () => {
  it('starts with one price', () => {
    expect(house).toMatchObject({
      ...listing,
      createTimeMs: monday.getTime(),
      updateTimeMs: monday.getTime(),
      removed: false,
      prices: [{ time: monday.getTime(), price: 255 }],
    });
  });

  it('keeps its texts as they are written, up to a length', () => {
    const long = listedVersion({ ...listing, title: '😀'.repeat(10_000) }, undefined, monday);
    expect(long.title).toBe('😀'.repeat(500));
    expect(house.title).toBe('南北通透，两居室');
  });
});

describe('a house seen again', () => {
  it.each<[string, Partial<Listing>]>([
    ['without a change', {}],
    ['with its tags in another order', { tags: ['随时看房', '近地铁'] }],
    ['with other spaces', { title: ' 南北通透，两居室\u00a0', description: '2室1厅 |  60.2平米 | 南' }],
    ['in full-width letters', { description: '２室１厅 | 60.2平米 | 南', title: '南北通透,两居室' }],
    [
      'with marks that are not seen',
      { title: '南\u00ad北\u200b通\u2060透，两\ufe0f居室\ufeff', tags: ['近地铁\u200d', '随时看房'] },
    ],
    ['with another unit of area', { description: '2室1厅 | 60.2㎡ | 南' }],
    ['with the unit written out', { description: '2室1厅 | 60.2 平方米 | 南' }],
    ['with half of the unit', { description: '2室1厅 | 60.2平 | 南' }],
    ['with more decimals', { description: '2室1厅 | 60.20平米 | 南' }],
    ['with other separators', { description: '2室1厅 / 60.2平米 / 南' }],
    ['with its parts in another order', { description: '南 | 2室1厅 | 60.2平米' }],
    ['with decimals of the unit price', { unitPrice: 46_533.4 }],
    ['with a unit price that is rounded in another way', { unitPrice: 46_532.1 }],
  ])('%s is no new version', (_, more) => {
    expect(detectChange({ ...listing, ...more }, house, tuesday)).toBeUndefined();
  });

  it.each([
    ['★急售', '★\ufe0f急售'],
    ['低楼层 (共16层)', '低楼层(共16层)'],
    ['低楼层（共16层）', '低楼层(共16层)'],
    ['1,200平米', '1200㎡'],
    ['60平米', '60.0平米'],
    ['满五–唯一', '满五-唯一'],
  ])('with %s written as %s is no new version, and keeps what it shows', (before, after) => {
    const shown = listedVersion({ ...listing, title: before, description: before, tags: [before] }, undefined, monday);
    const again = { ...listing, title: after, description: after, tags: [after, after] };
    expect(detectChange(again, shown, tuesday)).toBeUndefined();
    expect(shown).toMatchObject({ title: before, description: before, tags: [before] });
  });

  it.each([
    ['60.2平米', '60.25平米'],
    ['60.2平米', '602平米'],
    ['10平米', '1平米'],
    ['2室1厅', '21室厅'],
    ['低楼层(共16层)', '低楼层(共6层)'],
  ])('with %s instead of %s is a new version', (description, other) => {
    const shown = listedVersion({ ...listing, description }, undefined, monday);
    expect(detectChange({ ...listing, description: other }, shown, tuesday)).toBeDefined();
  });

  it.each<[string, Partial<Listing>]>([
    ['title', { title: '急售' }],
    ['description', { description: '3室1厅' }],
    ['tags', { tags: ['近地铁'] }],
    ['unit price', { unitPrice: 46_000 }],
    ['price', { price: 250 }],
  ])('with another %s is a new version', (_, more) => {
    const change = detectChange({ ...listing, ...more }, house, tuesday);
    expect(change?.before).toBe(house);
    expect(change?.after).toMatchObject({ ...more, createTimeMs: monday.getTime(), updateTimeMs: tuesday.getTime() });
    expect(Object.keys(change?.after.changeTimes ?? {})).toEqual(Object.keys(more));
  });

  it('remembers when each field changed last', () => {
    const renamed = listedVersion({ ...listing, title: '急售', tags: ['近地铁'] }, house, tuesday);
    expect(renamed.changeTimes).toEqual({ title: tuesday.getTime(), tags: tuesday.getTime() });
    const [removed, same] = [removedVersion(renamed, wednesday), listedVersion(renamed, renamed, wednesday)];
    expect(removed.changeTimes).toEqual({ ...renamed.changeTimes, removed: wednesday.getTime() });
    expect(same.changeTimes).toEqual(renamed.changeTimes);
  });

  it('remembers its last return, also when it is removed again', () => {
    const returned = listedVersion(listing, removedVersion(house, monday), tuesday);
    expect(returned.changeTimes).toEqual({ removed: tuesday.getTime(), returned: tuesday.getTime() });
    const again = removedVersion(returned, wednesday);
    expect(again.changeTimes).toEqual({ removed: wednesday.getTime(), returned: tuesday.getTime() });
  });

  it('is newer than the version before even if the clock was set back', () => {
    const change = detectChange({ ...listing, price: 1 }, { ...house, updateTimeMs: tuesday.getTime() }, monday);
    expect(change?.after.updateTimeMs).toBe(tuesday.getTime() + 1);
  });

  it('is a new version after it was removed', () => {
    const removed = removedVersion(house, tuesday);
    expect(removed).toMatchObject({ removed: true, updateTimeMs: tuesday.getTime(), prices: house.prices });
    expect(detectChange(listing, removed, tuesday)?.after).toMatchObject({ removed: false, price: 255 });
  });

  it('moves to another community without a new version', () => {
    const change = detectChange({ ...listing, resblockId: '1111000000000' }, house, tuesday);
    expect(change?.after).toEqual({ ...house, resblockId: '1111000000000' });
  });
});

describe('the prices of a house', () => {
  it('are the last twenty, each with the time of its change', () => {
    let current: House = house;
    for (let day = 1; day <= 30; day++) {
      const at = new Date(monday.getTime() + day);
      current = detectChange({ ...listing, price: 255 - day }, current, at)?.after ?? current;
      current = detectChange({ ...listing, price: 255 - day, title: `day ${day}` }, current, at)?.after ?? current;
    }
    expect(current.prices).toHaveLength(20);
    expect(current.prices.at(0)?.price).toBe(244);
    expect(current.prices.at(-1)?.price).toBe(225);
  });
});

describe('a price that the site does not show', () => {
  const hidden = { ...listing, price: null, unitPrice: 0 };

  it('is none of a new house, until the site shows one, which is neither a fall nor a rise', () => {
    const unpriced = listedVersion(hidden, undefined, monday);
    expect(unpriced).toMatchObject({ price: null, unitPrice: 0, prices: [] });
    expect(detectChange(hidden, unpriced, tuesday)).toBeUndefined();
    const priced = detectChange(listing, unpriced, tuesday)?.after;
    const shown = { time: tuesday.getTime(), price: 255 };
    expect(priced).toMatchObject({
      price: 255,
      unitPrice: 46_533,
      prices: [shown],
      changeTimes: { price: shown.time },
    });
    expect(newsOf(toWireHouse(priced ?? unpriced, '', read)).map(({ kind }) => kind)).toEqual(['edited']);
  });

  it.each([
    ['no unit price either', 0],
    ['another unit price', 40_000],
  ])('leaves a house with both prices that it had, with %s', (_, unitPrice) => {
    expect(detectChange({ ...hidden, unitPrice }, house, tuesday)).toBeUndefined();
    const renamed = detectChange({ ...hidden, unitPrice, title: '急售' }, house, tuesday)?.after;
    expect(renamed).toMatchObject({ title: '急售', price: 255, unitPrice: 46_533, prices: house.prices });
    expect(Object.keys(renamed?.changeTimes ?? {})).toEqual(['title']);
  });

  it('is no news when it is shown again unchanged, and is compared with the last known one when it has changed', () => {
    const renamed = detectChange({ ...hidden, title: '急售' }, house, tuesday)?.after;
    if (!renamed) throw new Error('a new version');
    expect(detectChange({ ...listing, title: '急售' }, renamed, wednesday)).toBeUndefined();
    const cheaper = detectChange({ ...listing, title: '急售', price: 250 }, renamed, wednesday)?.after;
    expect(cheaper?.prices.map(({ price }) => price)).toEqual([255, 250]);
    expect(newsOf(toWireHouse(cheaper ?? renamed, '', read))[0]).toMatchObject({ kind: 'cheaper', amount: 5 });
  });

  it('is kept by a house that leaves and comes back', () => {
    const removed = removedVersion(house, tuesday);
    expect(detectChange(hidden, removed, wednesday)?.after).toMatchObject({ removed: false, price: 255 });
  });
});

/** Marks of a reader who has read the house on the evening of its first day. */
const read = { readTime: tuesday.getTime() - 1, starred: false, hidden: false };

describe('toWireHouse', () => {
  it('has the URL and the marks', () => {
    const { hash, createTimeMs, updateTimeMs, ofFormerSite: _former, ...same } = house;
    expect(hash).toHaveLength(16);
    const seen = { readTime: 5, starred: true, hidden: false };
    expect(toWireHouse(house, 'https://site.test/ershoufang/101133895297.html', seen)).toEqual({
      ...same,
      url: 'https://site.test/ershoufang/101133895297.html',
      createTime: createTimeMs,
      facts: { rooms: 2, halls: 1, area: 60.2, facing: ['南'] },
      updateTime: updateTimeMs,
      ...seen,
    });
  });
});
