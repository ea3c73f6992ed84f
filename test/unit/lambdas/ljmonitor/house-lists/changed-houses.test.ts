import { describe, expect, it } from '@jest/globals';
import { matchesFilters } from 'lambdas/ljmonitor/house-lists/matching-houses';
import { packHouse } from 'lambdas/ljmonitor/house-packs/packed-house';
import { type House, type Listing, listedVersion, removedVersion } from 'lambdas/ljmonitor/houses/house';
import { type NewsKind, newsKinds } from 'shared-types/rules/house-news';
import { dayMs } from 'shared-types/rules/time';

const day = (days: number) => new Date(days * dayMs);
const listing: Listing = {
  houseId: '101000000001',
  resblockId: '1199027300101',
  title: '南北通透',
  description: '2室1厅',
  tags: [],
  price: 500,
  unitPrice: 80_000,
};
const first = listedVersion(listing, undefined, day(1));
const cheaper = listedVersion({ ...listing, price: 480 }, first, day(10));
const retitled = listedVersion({ ...listing, price: 480, title: '满五唯一' }, cheaper, day(18));
const dearer = listedVersion({ ...listing, price: 490 }, cheaper, day(18));
const removed = removedVersion(cheaper, day(18));
const returned = listedVersion({ ...listing, price: 480 }, removed, day(19));
const unpriced = listedVersion({ ...listing, price: null }, undefined, day(1));

describe('the filter for changes', () => {
  it.each<[string, House, number | undefined, NewsKind[]]>([
    ['not at all', first, undefined, ['new']],
    ['by nothing in this time', first, 7, []],
    ['by its first listing', first, 19, ['new']],
    ['by a lower price', cheaper, 14, ['cheaper']],
    ['by a lower price, before this time', cheaper, 7, []],
    ['by a lower price, and by a title in this time', retitled, 7, ['edited']],
    ['by a lower price and a title', retitled, 14, ['cheaper', 'edited']],
    ['by a price that rose, and is below the first one', dearer, undefined, ['new', 'cheaper']],
    ['by a price that rose in this time', dearer, 7, ['dearer']],
    ['by its removal', removed, 7, ['removed']],
    ['by its removal, whatever was before', removed, undefined, ['removed']],
    ['by its removal, and its return', returned, 7, ['returned']],
    ['by a price that the site shows now', listedVersion(listing, unpriced, day(18)), 7, ['edited']],
  ])('has the kinds of a house that has changed %s', (_, house, changedWithinDays, kinds) => {
    const matches = (change?: NewsKind) =>
      matchesFilters(packHouse(house), { change, changedWithinDays }, day(20).getTime());
    expect(newsKinds.filter((kind) => matches(kind))).toEqual(kinds);
    expect(matches()).toBe(kinds.length > 0);
  });
});
