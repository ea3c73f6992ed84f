import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packHouse } from 'lambdas/ljmonitor/house-packs/packed-house';
import { type Listing, listedVersion, removedVersion } from 'lambdas/ljmonitor/houses/house';
import { parseListPage } from 'lambdas/ljmonitor/listing-site/lianjia/list-page';
import { findSameFlats } from 'lambdas/ljmonitor/relisting/same-flat';
import { dayMs } from 'shared-types/rules/time';

const folder = join(import.meta.dirname, '../../../shared/captures');
const lists = [
  'pc_list_bj_pg1_2025-11.html',
  'pc_community_list_bj_c1111027378022_2018-03.html',
  'ke_list_hz_2019-12.html',
];
const rowsOf = (name: string) =>
  parseListPage(readFileSync(join(folder, name), 'utf8')).rows.map((row) => ({
    ...row,
    resblockId: row.resblockId ?? '',
    price: row.price ?? null,
  }));
const at = (day: number) => new Date(Date.parse('2026-03-01T08:00:00Z') + day * dayMs);

/** The houses of a page when one was removed on the tenth day, and another one was first seen on the day `foundOn`. */
const withOneGone = (rows: readonly Listing[], gone: Listing, found: Listing, foundOn: number) =>
  rows.map((row) => {
    const first = listedVersion(row, undefined, at(row === found ? foundOn : 0));
    return packHouse(row === gone ? removedVersion(first, at(10)) : first);
  });

describe('the houses of the recorded lists', () => {
  it.each(lists)('are all different flats, whichever of %s is taken down and found', (name) => {
    const communities = Map.groupBy(rowsOf(name), ({ resblockId }) => resblockId);
    for (const rows of communities.values())
      for (const gone of rows)
        for (const found of rows.filter((row) => row !== gone))
          for (const foundOn of [1, 9, 13])
            expect(findSameFlats(withOneGone(rows, gone, found, foundOn), 0)).toEqual([]);
  });

  it('are linked when one of them is offered again', () => {
    const linked = lists.flatMap(rowsOf).filter((row) => {
      const again = { ...row, houseId: '1', title: 'By another agency' };
      return findSameFlats(withOneGone([row, again], row, again, 13), 0).length === 1;
    });
    // The others have no direction or no level of their floor.
    expect(linked.length).toBeGreaterThan(60);
  });
});
