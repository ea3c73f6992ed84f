import { describe, expect, it } from '@jest/globals';
import { readListPage } from 'lambdas/ljmonitor/site/list-page';

interface RowParts {
  item?: string;
  link?: string;
  title?: string;
  position?: string;
  house?: string;
  tags?: string;
  total?: string;
  unit?: string;
}

const row = ({
  item = 'class="clear LOGVIEWDATA"',
  link = 'https://bj.lianjia.com/ershoufang/101133895297.html',
  title = '南北通透 两居室',
  position = '<span class="positionIcon"></span><a href="https://bj.lianjia.com/xiaoqu/1111027377528/">柳荫里 </a> - <a href="https://bj.lianjia.com/ershoufang/liuqiao/">柳桥</a>',
  house = '2室1厅 | 60.2平米 | 南 | 精装',
  tags = '<span class="subway">近地铁</span>',
  total = '<i> </i><span class="">255</span><i>万</i>',
  unit = '<span>46,533元/平</span>',
}: RowParts = {}) => `<li ${item}><a class="img" href="${link}"></a><div class="info clear">
  <div class="title"><a href="${link}">${title}</a><span class="goodhouse_tag tagBlock">必看好房</span></div>
  <div class="flood"><div class="positionInfo">${position}</div></div><div class="address"><div class="houseInfo">${house}</div></div>
  <div class="followInfo">11人关注 / 31天以前发布</div><div class="tag">${tags}</div>
  <div class="priceInfo"><div class="totalPrice totalPrice2">${total}</div><div class="unitPrice" data-price="0">${unit}</div></div></div></li>`;

const page = (
  rows: string,
  around: { total?: string; pager?: string; crumbs?: string; title?: string } = {},
) => `<!DOCTYPE html>
<html><head><title>${around.title ?? '柳荫里二手房'}</title></head><body>
<div class="resultDes clear"><h2 class="total fl">${around.total ?? '共找到<span> 1 </span>套北京二手房'}</h2></div>
<ul class="sellListContent" log-mod="list">${rows}</ul>
<div class="contentBottom"><div class="crumbs fl">${around.crumbs ?? ''}</div>
<div class="page-box house-lst-page-box" comp-module='page'page-data='${around.pager ?? '{"totalPage":9,"curPage":2}'}'></div></div></body></html>`;

const only = (parts: RowParts) => readListPage(page(row(parts))).rows[0];

describe('a row', () => {
  it('is read as it looks', () => {
    expect(only({})).toEqual({
      houseId: '101133895297',
      resblockId: '1111027377528',
      resblockName: '柳荫里',
      bizcircleName: '柳桥',
      title: '南北通透 两居室',
      description: '2室1厅 | 60.2平米 | 南 | 精装',
      tags: ['近地铁'],
      price: 255,
      unitPrice: 46533,
    });
  });

  it.each([
    ['<span>255</span>万', 255],
    ['<i>参考价: </i><span class="">527</span><i>万</i>', 527],
    ['<i>参考价：</i><span></span><span> 1,280.5 </span><i>万</i>', 1280.5],
    ['<span>２５５</span>万', 255],
    ['<span>1.2</span>亿', 12_000],
    ['255万', 255],
    ['<span>520-560</span>万', 520],
    ['<span>2,550,000</span>元', 255],
    ['<span>0</span>万', undefined],
    ['<span>暂无</span>', undefined],
    ['<span></span>万', undefined],
    ['', undefined],
  ])('costs in total what %s says', (total, price) => {
    expect(only({ total })?.price).toBe(price);
  });

  it.each([
    ['<span>46,533元/平</span>', 46533],
    ['<span>单价68865元/平米</span>', 68865],
    ['<span>单价17264.8元/平米</span>', 17264.8],
    ['<span>４６，５３３元/平</span>', 46533],
    ['<span>4.6万/平</span>', 46000],
    ['', 0],
  ])('costs a square metre what %s says', (unit, unitPrice) => {
    expect(only({ unit })?.unitPrice).toBe(unitPrice);
  });

  it.each([
    '//bj.lianjia.com/ershoufang/101133895297.html',
    '/ershoufang/101133895297.html',
    'https://hz.ke.com/ershoufang/101133895297.html?fb_expo_id=1#top',
  ])('has the id that its link %s ends with', (link) => {
    expect(only({ link })?.houseId).toBe('101133895297');
  });

  it('may have an id of 20 digits', () => {
    expect(only({ link: '/ershoufang/19081419610100151539.html' })?.houseId).toBe('19081419610100151539');
  });

  it.each([
    ['its attribute', { item: 'class="clear" data-lj_action_resblock_id="1111027377528"', position: '' }],
    ['its older text', { position: '', house: '<a href="/xiaoqu/1111027377528/">柳荫里</a> | 2室1厅' }],
    ['its tracking data', { position: '<b data-action="type=1&amp;resblock_id=1111027377528&amp;x=0"></b>' }],
  ])('tells its community by %s', (_, parts) => {
    expect(only(parts)?.resblockId).toBe('1111027377528');
  });

  it('of which nothing tells the community belongs to none', () => {
    expect(only({ position: '' })?.resblockId).toBeUndefined();
  });

  it('has its floor and year from where old pages say them', () => {
    const divide = '<span class="divide">/</span>';
    const position = `底层(共16层)${divide}1992年建塔楼 -  <a href="/ershoufang/andingmen/">安定门</a>`;
    const house = `<a href="/xiaoqu/1111027378022/">六铺炕 </a>${divide}2室1厅${divide}58平米`;
    expect(only({ position, house })?.description).toBe('六铺炕 | 2室1厅 | 58平米 | 底层(共16层) | 1992年建塔楼');
  });

  it('has its tags once each, and none that is only a picture', () => {
    const tags =
      '<span>近地铁</span><span><img src="x.png"></span> <span> <span>VR房源</span> </span><span>近地铁</span>';
    expect(only({ tags })?.tags).toEqual(['近地铁', 'VR房源']);
    expect(only({ tags: '' })?.tags).toEqual([]);
  });

  it('is text, whatever its title tries', () => {
    const title = '&lt;script&gt;alert(1)&lt;/script&gt; &amp;\u00a0两居 \n 室<script>alert(2)</script><!-- -->';
    expect(only({ title })?.title).toBe('<script>alert(1)</script> & 两居 室');
  });

  it('has no title when its bytes were no text', () => {
    expect(only({ title: '\ufffd\ufffd两居' })?.title).toBe('');
  });

  it('keeps its neighbours when its elements are left open', () => {
    const open = row({ link: '/ershoufang/101133895298.html' })
      .replace('以前发布</div>', '以前发布')
      .replace('</div></li>', '</li>');
    expect(readListPage(page(open + row())).rows.map(({ houseId }) => houseId)).toEqual([
      '101133895298',
      '101133895297',
    ]);
  });
});

describe('a list', () => {
  it('leaves out advertisements and what is no house', () => {
    const adverts = [
      '<li class="list_app_daoliu"><a href="/client/">APP</a></li>',
      row({ item: 'class="list_goodhouse_daoliu  VIEWDATA"' }),
      '<li class="clear"><a href="/ershoufang/goodhouse/">必看好房</a></li>',
      '<li></li>',
    ];
    expect(readListPage(page(adverts.join('') + row())).rows).toHaveLength(1);
  });

  it('ends where the recommendations begin', () => {
    const html = page(row()).replace(
      '<div class="contentBottom">',
      `<div id="lessResultWrap"><ul class="sellListContent">${row({ link: '/ershoufang/999999999999.html' })}</ul></div>$&`,
    );
    expect(readListPage(html).rows).toHaveLength(1);
  });

  it('is never what is recommended instead of it', () => {
    const html = `<title>二手房</title><div id="noResultPush"><ul class="sellListContent">${row()}</ul></div>`;
    expect(readListPage(html)).toMatchObject({ class: 'unknown', rows: [] });
  });

  it.each([
    ['{"totalPage":9,"curPage":2}', 9, 2],
    ['{&quot;totalPage&quot;:9,&quot;curPage&quot;:2}', 9, 2],
    ['{ "curPage": "2", "totalPage": "9" }', 9, 2],
    ['', undefined, undefined],
    ['{', undefined, undefined],
  ])('is on the page that its pager %s says', (pager, totalPages, current) => {
    expect(readListPage(page(row(), { pager }))).toMatchObject({ totalPages, page: current });
  });

  it.each([
    ['共找到<span> 137844 </span>套北京二手房', 137844],
    [' 共找到<span> 53,526 </span>套 <a href="/ershoufang/">杭州二手房</a>', 53526],
    ['共找到 １２ 套', 12],
    ['', undefined],
  ])('has the total of %s', (total, declaredTotal) => {
    expect(readListPage(page(row(), { total })).declaredTotal).toBe(declaredTotal);
  });
});

const link = (path: string, text: string) => `<a href="${path}">${text}</a><span>&nbsp;&gt;&nbsp;</span>`;

describe('the breadcrumb', () => {
  const city = link('/', '云州房产网') + link('/ershoufang/', '云州二手房');

  it.each([
    ['https://bj.lianjia.com/ershoufang/c1199027300101/', '柳荫里二手房出售'],
    ['/ershoufang/c1199027300101/', '柳荫里二手房'],
    ['/ershoufang/pg2co32c1199027300101', ' 柳荫里 '],
  ])('names the community by its link %s', (path, text) => {
    const crumbs = `${city}${link('/ershoufang/linjiang/', '临江二手房')}${link('/ershoufang/liuqiao/', '柳桥二手房')}<h1>${link(path, text)}</h1>`;
    expect(readListPage(page('', { crumbs }))).toMatchObject({
      resblockId: '1199027300101',
      names: { name: '柳荫里', districtName: '临江', bizcircleName: '柳桥' },
    });
  });

  it('may leave out what it does not know', () => {
    const crumbs = `${city}${link('/ershoufang/c1199027300101/', '柳荫里二手房')}`;
    expect(readListPage(page('', { crumbs })).names).toEqual({ name: '柳荫里', districtName: '', bizcircleName: '' });
  });

  it('of a city names no community', () => {
    expect(readListPage(page('', { crumbs: city }))).toMatchObject({
      resblockId: undefined,
      names: { name: '', districtName: '', bizcircleName: '' },
    });
  });
});

describe('a page without houses', () => {
  const noResult = '<div class="m-noresult"><p>呣..没有找到相关内容</p></div>';

  it('is empty when the site says so', () => {
    const html = `<title>柳荫里二手房</title><div class="resultDes"><h2 class="total">共找到<span> 0 </span>套</h2></div>${noResult}`;
    expect(readListPage(html)).toMatchObject({ class: 'empty', declaredTotal: 0, rows: [] });
  });

  it('is empty also when other houses are recommended', () => {
    const html = `<title>柳荫里二手房</title>${noResult}<ul class="sellListContent">${row()}</ul>`;
    expect(readListPage(html)).toMatchObject({ class: 'empty', declaredTotal: 0, rows: [] });
  });

  it.each([
    ['<title>CAPTCHA</title><div id="captcha"></div>', 'blocked'],
    ['<title> captcha </title>', 'blocked'],
    ['<title>人机验证</title>', 'blocked'],
    ['<title>登录</title>', 'login'],
    ['<title>用户登录 - 链家</title>', 'login'],
    ['<title>403 Forbidden</title>', 'banned'],
    ['<title>访问被拒绝</title>', 'banned'],
    ['<script>window.location.href = "https://clogin.lianjia.com/login?service=x"</script>', 'login'],
    ['<script>location.replace("//hip.lianjia.com/captcha?x=1")</script>', 'blocked'],
    ['<meta http-equiv="refresh" content="0;url=https://hip.lianjia.com/forbidden">', 'banned'],
    ['<title>柳荫里二手房</title><p>hip-static 贝壳信息安全中心</p>', 'unknown'],
    ['<script>location.href="https://m.lianjia.com/"</script>', 'unknown'],
    ['', 'unknown'],
    ['{"error": 1}', 'unknown'],
  ])('%s is %s', (html, expected) => {
    expect(readListPage(html)).toMatchObject({ class: expected, rows: [] });
  });

  it('that hides a list behind a challenge is still a challenge', () => {
    expect(readListPage(page(row(), { title: 'CAPTCHA' })).class).toBe('blocked');
  });
});
