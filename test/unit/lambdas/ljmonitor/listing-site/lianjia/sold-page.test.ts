import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseSoldPage } from 'lambdas/ljmonitor/listing-site/lianjia/sold-page';
import type { SoldRow } from 'lambdas/ljmonitor/listing-site/sold-pages';
import { lianjiaSoldPages } from 'lambdas/ljmonitor/listing-site/lianjia/sold-pages';
import { soldPage, soldRow, type SoldRowParts } from '../../support/sold-markup.ts';

/** The folder has rows of genuine pages that others recorded, without pictures and without what is around the list. */
const recorded = (name: string) => readFileSync(new URL(`sold-pages/${name}.html`, import.meta.url), 'utf8');

const lineOf = ({ houseId, title, price, unitPrice, date, days, askedPrice }: SoldRow) =>
  [houseId, title, price, unitPrice, date, days, askedPrice].join(' | ');

describe('a recorded page of sold houses', () => {
  /** The text `html` of testparse2.py in the public repository unbeatedkb/lzmcrawler, a page of hz.lianjia.com of May 2017. */
  it('of Hangzhou has five sales with all that the site shows', () => {
    const page = parseSoldPage(recorded('hangzhou-2017-05'));
    expect(page).toMatchObject({
      class: 'list',
      declaredTotal: 15187,
      page: 1,
      totalPages: 100,
      unreadable: 0,
      resblockId: undefined,
    });
    expect(page.rows.map(lineOf)).toEqual([
      '103101114191 | 大塘新村 1室1厅 37平米 | 108 | 29190 | 2017-04-22 | 35 | 115',
      '103101210217 | 大营盘 1室1厅 30.95平米 | 70 | 22618 | 2017-04-22 | 8 | 70',
      '103100904885 | 通和戈雅公寓 3室2厅 136.5平米 | 264.4 | 19370 | 2017-04-22 | 105 | 260',
      '103101000827 | 现代印象广场 1室1厅 51平米 | 68 | 13334 | 2017-04-22 | 63 | 80',
      '103101003419 | 广悦公寓 3室2厅 105.3平米 | 100 | 9497 | 2017-04-22 | 62 | 175',
    ]);
  });

  /**
   * The text `html` of src/tests/LianjiaDealCollector.test.js in the public repository ngjaying/LianjiaCrawler, a page of June 2017:
   * its first three and last three rows. The parser was written without a look at it, and then read all of its 30 rows.
   */
  it('of Xiamen, which was kept out until the parser was done, is read without a change', () => {
    const page = parseSoldPage(recorded('xiamen-2017-06'));
    expect(page).toMatchObject({ class: 'list', declaredTotal: 1048, page: 1, totalPages: 35, unreadable: 0 });
    expect(page.rows.map(lineOf)).toEqual([
      '105100830673 | 民警宿舍 2室1厅 65.73平米 | 313 | 47620 | 2017-06-04 | 4 | 320',
      '105100756808 | 文屏山庄 3室2厅 95.96平米 | 408 | 42518 | 2017-06-02 | 47 | 418',
      '105100786234 | 恒滨名宫 1室1厅 47平米 | 230 | 48937 | 2017-05-31 | 27 | 287',
      '105100660716 | 禾祥首府 1室1厅 40.38平米 | 250.1 | 61915 | 2017-03-31 | 31 | 250',
      '105100512059 | 南湖中祥大厦 3室2厅 156.96平米 | 980 | 62437 | 2017-03-31 | 132 | 990',
      '105100654512 | 湖光路44-45号院 2室1厅 66.18平米 | 290 | 43820 | 2017-03-31 | 33 | 290',
    ]);
  });
});

const read = (parts: SoldRowParts) => parseSoldPage(soldPage(soldRow(parts))).rows[0];

describe('a row of a sold page', () => {
  it.each([
    ["<span class='number'>310</span>万", 310],
    ['<span class="number">1,280.5</span>万', 1280.5],
    ['<span class="number">1.2</span>亿', 12000],
    ['成交价:310万', 310],
    // The masks that readers describe: 「2**万」 in their notes on hz.lianjia.com of 2018, `price_hide` `2**` in the site's own data.
    ['<span class="number">3**</span>万', undefined],
    ['<span class="number">3＊＊</span>万', undefined],
    ['<span class="number">暂无价格</span>', undefined],
    ['--', undefined],
    ['310-320万', undefined],
    ['约3x0万', undefined],
    ['<span class="number">0</span>万', undefined],
    ['<span class="number">1000000000</span>万', undefined],
    ['<span class="number">1e9</span>万', undefined],
    ['', undefined],
  ])('with the price %s', (price, expected) => {
    expect(read({ price, unit: '暂无单价' })).toMatchObject({ price: expected, unitPrice: undefined });
  });

  it.each(['<span class="number">59000</span>元/平', '5.9万/㎡'])(
    'takes %s in the place of the price for a unit price',
    (price) => {
      expect(read({ price, unit: '' })).toMatchObject({ price: undefined, unitPrice: 59_000 });
      expect(read({ price })).toMatchObject({ price: undefined, unitPrice: 51_495 });
    },
  );

  it.each([
    ['2026.10.04', '2026-10-04', false],
    ['签约日期：2025.02.15', '2025-02-15', false],
    // A row of Beijing of a sale through another company has no day.
    ['2013.09', '2013-09', false],
    ['近30天内成交', undefined, true],
    ['2026.13.01', undefined, false],
    ['2026.02.30', undefined, false],
    ['1026.10.04', undefined, false],
    ['2026.10.0*', undefined, false],
    ['昨天', undefined, false],
    ['', undefined, false],
  ])('with the date %s', (shown, date, isRecent) => {
    expect(read({ date: shown })).toMatchObject({ date, isRecent });
  });

  it.each([
    ['<span>挂牌325万</span><span>成交周期35天</span>', 325, 35],
    ['<span>成交周期0天</span>', undefined, 0],
    ['<span>挂牌1200.5万</span>', 1200.5, undefined],
    ['<span>挂牌暂无</span><span>成交周期--天</span>', undefined, undefined],
    ['<span>挂牌3**万</span><span>成交周期99999天</span>', undefined, undefined],
    ['', undefined, undefined],
  ])('with the offer %s', (offer, askedPrice, days) => {
    expect(read({ offer })).toMatchObject({ askedPrice, days });
  });

  it.each([
    ['links to two houses', { imageId: '103101114192' }],
    ['has a price that its area and unit price contradict', { price: '<span class="number">31</span>万' }],
    ['is garbled', { title: '\ufffd\ufffd 2室1厅 60.2平米' }],
    ['has no title', { title: '' }],
  ])('is unreadable when it %s', (_, parts) => {
    expect(parseSoldPage(soldPage(soldRow(parts) + soldRow()))).toMatchObject({
      unreadable: 1,
      rows: [expect.objectContaining({ houseId: '103101114191' })],
    });
  });
});

describe('a sold page', () => {
  it('counts a house once, and leaves out advertisements', () => {
    const advert = '<li class="list_app_daoliu"><a href="/client/">APP</a></li>';
    expect(parseSoldPage(soldPage(soldRow() + advert + soldRow()))).toMatchObject({ rows: [{}], unreadable: 0 });
  });

  it('that was cut off has a last row that could not be read', () => {
    const whole = soldPage(soldRow() + soldRow({ houseId: '103101114192' }));
    const cut = whole.slice(0, whole.lastIndexOf('</li>'));
    expect(parseSoldPage(cut)).toMatchObject({ rows: [{ houseId: '103101114191' }], unreadable: 1 });
  });

  it('names the community of its breadcrumb', () => {
    const crumbs =
      '<a href="/chengjiao/">北京</a><a href="https://bj.lianjia.com/chengjiao/c1199027300101/">柳荫里</a>';
    expect(parseSoldPage(soldPage(soldRow(), { crumbs })).resblockId).toBe('1199027300101');
  });

  it.each([
    ['0', 1],
    ['1000000', 100],
  ])('that says it is one of %s', (totalPage, totalPages) => {
    expect(parseSoldPage(soldPage(soldRow(), { pager: `{"totalPage":${totalPage}}` }))).toMatchObject({ totalPages });
  });

  it.each([
    ['is empty', soldPage('', { total: 0 }), 'empty'],
    ['is empty although it recommends houses', soldPage(soldRow(), { total: 0 }), 'empty'],
    ['is a captcha', '<title>CAPTCHA</title>', 'blocked'],
    ['is a captcha with an ordinary title', '<title>柳荫里二手房成交</title><p>请完成验证</p>', 'blocked'],
    ['is a captcha with a list', soldPage(soldRow(), { title: '人机验证' }), 'blocked'],
    ['asks for a sign-in', '<title>登录</title>', 'login'],
    ['redirects to a sign-in', '<script>location.href="https://clogin.lianjia.com/login"</script>', 'login'],
    ['is refused', '<title>403 Forbidden</title>', 'banned'],
    ['is a list of houses on offer', '<ul class="sellListContent"><li></li></ul>', 'unknown'],
    ['has too many elements', soldPage('<b></b>'.repeat(50_000)), 'unknown'],
    ['has too many rows', soldPage(soldRow().repeat(91)), 'unknown'],
    ['is no text', '\0'.repeat(100), 'unknown'],
  ])('that %s', (_, html, expected) => {
    expect(parseSoldPage(html)).toMatchObject({ class: expected, rows: [] });
  });
});

describe('the address of a sold page', () => {
  it.each([
    ['/chengjiao/c1199027300101/', 1],
    ['/chengjiao/c1199027300101', 1],
    ['/chengjiao/pg12c1199027300101/', 12],
  ])('%s names community and page', (path, page) => {
    expect(lianjiaSoldPages.parseListPath(path)).toEqual({ resblockId: '1199027300101', page });
    expect(lianjiaSoldPages.listPath('1199027300101')).toBe('/chengjiao/c1199027300101/');
  });

  it.each([
    '/chengjiao/',
    '/chengjiao/pg2/',
    '/chengjiao/ddo21c1199027300101/',
    '/chengjiao/l2c1199027300101/',
    '/chengjiao/pg0c1199027300101/',
    '/chengjiao/103101114191.html',
    '/ershoufang/c1199027300101/',
  ])('is not %s', (path) => {
    expect(lianjiaSoldPages.parseListPath(path)).toBeUndefined();
  });
});
