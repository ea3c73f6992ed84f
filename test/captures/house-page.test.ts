import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseHousePage } from 'lambdas/ljmonitor/listing-site/lianjia/house-page';

const folder = join(import.meta.dirname, '../../../shared/captures');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('the recorded page of a house', () => {
  it('names its community, although it links to fifty others', () => {
    expect(parseHousePage(read('pc_house_detail_bj_101133895297_2025-11.html'))).toEqual({
      class: 'house',
      houseId: '101133895297',
      resblockId: '1111027377528',
    });
  });

  it.each([
    'pc_list_bj_pg1_2025-11.html',
    'pc_community_list_bj_c1111027378022_2018-03.html',
    'ke_list_hz_2019-12.html',
  ])('is not a list: %s', (file) => {
    expect(parseHousePage(read(file))).toMatchObject({ class: 'unknown', resblockId: undefined });
  });
});
