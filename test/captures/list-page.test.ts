import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newCrawl, processAnswer } from 'lambdas/ljmonitor/readings/crawl';
import { parseListPage } from 'lambdas/ljmonitor/listing-site/lianjia/list-page';

/** Real pages of the site. They are kept next to the project and never copied into it. This suite needs them. */
const folder = join(import.meta.dirname, '../../../shared/captures');
const recorded = (name: string) => readFileSync(join(folder, name), 'utf8');

const today = 'pc_list_bj_pg1_2025-11.html';
const community = 'pc_community_list_bj_c1111027378022_2018-03.html';
const sister = 'ke_list_hz_2019-12.html';
const lists = [today, community, sister];

describe('the recorded pages', () => {
  it('are all present', () => {
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining([
        ...lists,
        'pc_list_item_sz_105112990747_2023-03.html',
        'pc_house_detail_bj_101133895297_2025-11.html',
        'cities_lianjia_2019.json',
      ]),
    );
  });

  it.each(lists)('have a title, a price, a unit price, a description and a community in every row of %s', (name) => {
    for (const row of parseListPage(recorded(name)).rows) {
      expect(row).toMatchObject({
        houseId: expect.stringMatching(/^\d{12,20}$/),
        resblockId: expect.stringMatching(/^\d{10,20}$/),
        title: expect.stringMatching(/\S/),
        description: expect.stringMatching(/平米/),
        resblockName: expect.stringMatching(/\S/),
      });
      expect(row.price).toBeGreaterThan(10);
      expect(row.price).toBeLessThan(100_000);
      expect(row.unitPrice).toBeGreaterThan(1000);
      expect(JSON.stringify(row)).not.toMatch(/人关注|以前发布|[<>]/);
    }
  });
});

const idsOn = (html: string) => parseListPage(html).rows.map(({ houseId }) => houseId);

describe('the recorded lists', () => {
  it.each(lists)('lose no row when one in fifty blocks of %s is left open', (name) => {
    const html = recorded(name);

    let count = 0;
    const open = html.replace(/<\/div>/g, (end) => (++count % 50 === 0 ? '' : end));
    expect(idsOn(open)).toEqual(idsOn(html));
  });
});

describe("today's list of a city", () => {
  const page = parseListPage(recorded(today));

  it('has 30 houses of 137844, on page 1 of 100', () => {
    expect(page).toMatchObject({ class: 'list', declaredTotal: 137844, page: 1, totalPages: 100 });
    expect(new Set(page.rows.map(({ houseId }) => houseId)).size).toBe(30);
  });

  it('has all texts and numbers of the first row', () => {
    expect(page.rows[0]).toEqual({
      houseId: '101133895297',
      resblockId: '1111027377528',
      resblockName: '金隅丽港城',
      bizcircleName: '望京',
      title: '金隅丽港06年小区 人车分流 满五唯一、精致一居室',
      description: '1室1厅 | 54.8平米 | 东 | 简装 | 低楼层(共26层) | 2004年 | 塔楼',
      tags: ['近地铁', 'VR房源', '房本满两年'],
      price: 255,
      unitPrice: 46533,
    });
  });
});

describe('the list of one community', () => {
  const resblockId = '1111027378022';
  const page = parseListPage(recorded(community));

  it('has the names of its breadcrumb', () => {
    expect(page.names).toEqual({ name: '六铺炕', districtName: '东城', bizcircleName: '安定门' });
    expect(page.resblockId).toBe(resblockId);
  });

  it('is a complete and exact reading of its six houses', () => {
    const { listings, crawl } = processAnswer({ kind: 'page', page }, resblockId, newCrawl);
    expect(crawl).toMatchObject({ result: { outcome: 'OK', reason: null }, declaredTotal: 6, rows: 6 });
    expect(listings.map(({ houseId }) => houseId)).toEqual([
      '101101424913',
      '101102524791',
      '101102095865',
      '101102498518',
      '101101130988',
      '101102574068',
    ]);
    expect(listings[0]).toMatchObject({
      price: 595,
      unitPrice: 102094,
      description: expect.stringMatching(/2室1厅.*底层\(共16层\).*1992年建塔楼/),
      tags: ['距离8号线安德里北街站103米', '房本满五年', '随时看房'],
    });
  });
});

describe('the sister site', () => {
  it('has 30 houses, with ids of 20 digits and prices with decimals', () => {
    const { rows, declaredTotal } = parseListPage(recorded(sister));
    expect(declaredTotal).toBe(53526);
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ houseId }) => houseId.length))).toEqual(new Set([20]));
    expect(rows.some(({ price }) => price === 119.5)).toBe(true);
    expect(rows.some(({ unitPrice }) => !Number.isInteger(unitPrice))).toBe(true);
  });
});

describe('a row of Shenzhen', () => {
  it('has the prices that its text says, whatever its attribute says', () => {
    const row = recorded('pc_list_item_sz_105112990747_2023-03.html');
    expect(parseListPage(`<ul class="sellListContent">${row}</ul>`).rows).toMatchObject([
      { houseId: '105112990747', resblockId: '2411062835809', price: 527, unitPrice: 59000 },
    ]);
  });
});

describe('a detail page', () => {
  it('is not parsed as a list', () => {
    const page = parseListPage(recorded('pc_house_detail_bj_101133895297_2025-11.html'));
    expect(page).toMatchObject({ class: 'unknown', rows: [] });
  });
});
