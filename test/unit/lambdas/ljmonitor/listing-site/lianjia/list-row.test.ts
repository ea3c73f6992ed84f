import { describe, expect, it } from '@jest/globals';
import { parseListPage } from 'lambdas/ljmonitor/listing-site/lianjia/list-page';
import { page, row, type RowParts } from '../../support/markup.ts';

const only = (parts: RowParts) => parseListPage(page(row(parts))).rows[0];

const pricesOf = (...totals: string[]) =>
  parseListPage(page(totals.map((each) => row({ total: each })).join(''))).rows.map(({ price }) => price);

describe('a parsed row', () => {
  it('has all texts and numbers of the markup', () => {
    expect(only({})).toEqual({
      houseId: '101133895297',
      resblockId: '1111027377528',
      resblockName: '柳荫里',
      bizcircleName: '柳桥',
      title: '南北通透 两居室',
      description: '2室1厅 | 60.2平米 | 南 | 精装',
      tags: ['近地铁'],
      price: 255,
      unitPrice: 42359,
    });
  });

  it.each([
    ['<span>255</span>万', 255],
    ['<i>参考价: </i><span class="">527</span><i>万</i>', 527],
    ['<i>参考价：</i><span></span><span> 1,280.5 </span><i>万</i>', 1280.5],
    ['<i>2025年参考价</i><span>527</span>万', 527],
    ['<span>２５５</span>万', 255],
    ['<span>1.2</span>亿', 12_000],
    ['255万', 255],
    ['255万起', 255],
    ['255萬', 255],
    ['挂牌30天 255万', 255],
    ['<span>520-560</span>万', 520],
    ['<span>2,550,000</span>元', 255],
    ['<span>100,000</span>万', 100_000],
    ['<span>255</span>万 <span>42,359元/平</span>', 255],
    ['<span>42,359元/平</span> <span>255</span>万', 255],
  ])('has the total price of %s', (total, price) => {
    expect(only({ total, unit: '' })).toMatchObject({ price });
  });

  it.each([
    '<span>暂无数据</span>',
    '<span>价格待定</span>',
    '<i> </i><span>--</span><i>万</i>',
    '<span></span>万',
    '<span>0</span>万',
    '<span>4**</span>万',
    '<span>4?9</span>万',
    '<span>＊＊9</span>万',
    '暂无报价，挂牌30天',
    '面议',
    '——',
    '登录后可见',
    '',
  ])('has no total price, and is readable, with %s', (total) => {
    expect(only({ total })).toMatchObject({ price: null, unitPrice: 42_359 });
    expect(only({ total, unit: '' })).toMatchObject({ price: null, unitPrice: 0 });
  });

  it('has no total price, and is readable, without the element of the price', () => {
    const html = page(row().replace(/<div class="priceInfo">.*<\/div><\/div><\/div><\/li>/s, '</div></li>'));
    expect(parseListPage(html).rows).toMatchObject([{ price: null, unitPrice: 0 }]);
  });

  it.each(['<span></span>万', '<span>0</span>万', ''])(
    'is readable with the price "%s" only if another row of the page shows one',
    (total) => {
      expect(pricesOf(total, '<span>255</span>万')).toEqual([null, 255]);
      expect(pricesOf(total, '<span>暂无数据</span>')).toEqual([null, null]);
      expect(pricesOf(total)).toEqual([null]);
      expect(pricesOf(total, total)).toEqual([undefined, undefined]);
    },
  );

  it.each([
    ['<span>100,001</span>万', ''],
    ['<span>11</span>亿', ''],
    [`<span>${'9'.repeat(400)}</span>万`, ''],
    ['<span>25\ufffd</span>万', ''],
    ['<span>25</span>万', '<span>42,\ufffd59元/平</span>'],
  ])('is unreadable when its price is %s', (total, unit) => {
    expect(only({ total, unit })).toMatchObject({ price: undefined });
  });

  it.each([
    ['<span>59,000</span><i>元/平</i>', 59_000],
    ['<span>59,000</span> 元/㎡', 59_000],
    ['59000元/平米', 59_000],
    ['59000 元 / 平方米', 59_000],
    ['５９０００元／㎡', 59_000],
    ['5.9万/平', 59_000],
    ['<span>5.9</span><i>万元/m²</i>', 59_000],
    ['5.5-5.9万/平', 55_000],
    ['5.5万-5.9万/平', 55_000],
    ['59,000元每平方米', 59_000],
    ['¥59,000/㎡', 59_000],
    ['59,000（元/平）', 59_000],
    ['<i>单价</i><span>59,000</span>', 59_000],
    ['均价: 5.9万', 59_000],
    ['59,***元/平', 0],
  ])('takes %s in the place of the total price for a unit price', (total, unitPrice) => {
    expect(only({ total, unit: '' })).toMatchObject({ price: null, unitPrice });
    expect(only({ total, unit: '<span>42,359元/平</span>' })).toMatchObject({ price: null, unitPrice: 42_359 });
  });

  it.each([
    ['<span>46,533元/平</span>', 46533],
    ['<span>单价68865元/平米</span>', 68865],
    ['<span>单价17264.8元/平米</span>', 17264.8],
    ['<span>４６，５３３元/平</span>', 46533],
    ['<span>4.6万/平</span>', 46000],
    ['<span>单价4.6万</span>', 46000],
    ['<span>255万</span>', 0],
    ['<span>4*,533元/平</span>', 0],
    ['<span>4＊,533元/平</span>', 0],
    [`<span>${'9'.repeat(400)}元/平</span>`, 0],
    ['<span>1001万/平</span>', 0],
    ['', 0],
  ])('has the unit price of %s', (unit, unitPrice) => {
    expect(only({ unit, house: '2室1厅' })?.unitPrice).toBe(unitPrice);
  });

  it.each([
    '//bj.lianjia.com/ershoufang/101133895297.html',
    '/ershoufang/101133895297.html',
    'https://hz.ke.com/ershoufang/101133895297.html?fb_expo_id=1#top',
  ])('has the id of its link %s', (link) => {
    expect(only({ link })?.houseId).toBe('101133895297');
  });

  it('may have an id of 20 digits', () => {
    expect(only({ link: '/ershoufang/19081419610100151539.html' })?.houseId).toBe('19081419610100151539');
  });

  it.each([
    ['its attribute', { item: 'class="clear" data-lj_action_resblock_id="1111027377528"', position: '' }],
    ['its older text', { position: '', house: '<a href="/xiaoqu/1111027377528/">柳荫里</a> | 2室1厅' }],
    ['its tracking data', { position: '<b data-action="type=1&amp;resblock_id=1111027377528&amp;x=0"></b>' }],
  ])('has the community from %s', (_, parts) => {
    expect(only(parts)?.resblockId).toBe('1111027377528');
  });

  it('has no community when nothing names it', () => {
    expect(only({ position: '' })?.resblockId).toBeUndefined();
  });

  it('has the floor and year of old pages', () => {
    const divide = '<span class="divide">/</span>';
    const position = `底层(共16层)${divide}1992年建塔楼 -  <a href="/ershoufang/andingmen/">安定门</a>`;
    const house = `<a href="/xiaoqu/1111027378022/">六铺炕 </a>${divide}2室1厅${divide}60.2平米`;
    expect(only({ position, house })?.description).toBe('六铺炕 | 2室1厅 | 60.2平米 | 底层(共16层) | 1992年建塔楼');
  });

  it('has each tag once and no picture', () => {
    const tags =
      '<span>近地铁</span><span><img src="x.png"></span> <span> <span>VR房源</span> </span><span>近地铁</span>';
    expect(only({ tags })?.tags).toEqual(['近地铁', 'VR房源']);
    expect(only({ tags: '' })?.tags).toEqual([]);
  });

  it('has the title as plain text', () => {
    const title = '&lt;script&gt;alert(1)&lt;/script&gt; &amp;\u00a0两居 \n 室<script>alert(2)</script><!-- -->';
    expect(only({ title })?.title).toBe('<script>alert(1)</script> & 两居 室');
  });

  it.each<[string, RowParts]>([
    ['are no text', { title: '\ufffd\ufffd两居' }],
    ['are of another charset', { title: Buffer.from('南北通透').toString('latin1') }],
    ['are no text in the description', { house: '2室1\ufffd | 60.2平米' }],
    ['are no text in a tag', { tags: '<span>近地\ufffd</span>' }],
  ])('is unreadable when its bytes %s', (_, parts) => {
    expect(only(parts)).toMatchObject({ houseId: '101133895297', price: undefined });
  });

  it('is unreadable when its links lead to two houses', () => {
    const two = row().replace(
      '<a class="img" href="https://bj.lianjia.com/ershoufang/101133895297.html">',
      '<a class="img" href="/ershoufang/10113389527.html">',
    );
    expect(parseListPage(page(two)).rows).toMatchObject([{ houseId: '101133895297', price: undefined }]);
  });

  it('has no characters that change the text direction', () => {
    expect(only({ title: '\u202e透通北南\u2069 \u200f两居\u200e' })?.title).toBe('透通北南 两居');
  });

  it.each([
    ['its price', '<span class="">25'],
    ['the tag around it', '<span class="">255</sp'],
    ['its end', '<div class="unitPrice" data-price="0"><span>42,359元/平</span></div></div></div><'],
  ])('is unreadable when the page breaks off in the middle of %s', (_, until) => {
    const html = page(row({ link: '/ershoufang/101133895298.html' }) + row());
    const cut = html.slice(0, html.lastIndexOf(until) + until.length);
    const rows = parseListPage(cut).rows.map(({ houseId, price }) => [houseId, price]);
    expect(rows).toEqual([
      ['101133895298', 255],
      ['101133895297', undefined],
    ]);
  });

  it.each([
    ['25', '60.2平米', undefined],
    ['255', '6.2平米', undefined],
    ['241', '60.2平米', undefined],
    ['243', '60.2平米', 243],
    ['267', '60.2平米', 267],
    ['268', '60.2平米', undefined],
    ['25', '南', 25],
  ])('has the price %s beside an area of %s and its unit price only when they agree: %s', (total, area, price) => {
    expect(only({ total: `<span>${total}</span>万`, house: `2室1厅 | ${area}` })?.price).toBe(price);
  });

  it('is unreadable wherever a page breaks off in it whose pictures are listed before the houses', () => {
    const pictures = '<ul class="bigImgList"><li><a href="/ershoufang/101133895297.html"></a></li></ul>';
    const html = page(row()).replace('<ul class="sellListContent"', `${pictures}$&`);
    const end = html.indexOf('</li>', html.indexOf('sellListContent'));
    for (let cut = html.indexOf('totalPrice'); cut < end; cut++)
      expect([cut, parseListPage(html.slice(0, cut)).rows.map(({ price }) => price)]).toEqual([cut, [undefined]]);
  });

  it('does not swallow the next row when its elements are left open', () => {
    const open = row({ link: '/ershoufang/101133895298.html' })
      .replace('以前发布</div>', '以前发布')
      .replace('</div></li>', '</li>');
    expect(parseListPage(page(open + row())).rows.map(({ houseId }) => houseId)).toEqual([
      '101133895298',
      '101133895297',
    ]);
  });
});
