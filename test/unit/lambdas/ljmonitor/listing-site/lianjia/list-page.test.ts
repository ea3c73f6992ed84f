import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseListPage } from 'lambdas/ljmonitor/listing-site/lianjia/list-page';
import { newCrawl, processAnswer } from 'lambdas/ljmonitor/readings/crawl';
import { page, row } from '../../support/markup.ts';

describe('a parsed list', () => {
  it('leaves out advertisements', () => {
    const adverts = [
      '<li class="list_app_daoliu"><a href="/client/">APP</a></li>',
      row({ item: 'class="list_goodhouse_daoliu  VIEWDATA"' }),
      '<li class="clear"><a href="/ershoufang/goodhouse/">必看好房</a></li>',
      '<li></li>',
    ];
    expect(parseListPage(page(adverts.join('') + row())).rows).toHaveLength(1);
  });

  it('ends where the recommendations begin', () => {
    const html = page(row()).replace(
      '<div class="contentBottom">',
      `<div id="lessResultWrap"><ul class="sellListContent">${row({ link: '/ershoufang/999999999999.html' })}</ul></div>$&`,
    );
    expect(parseListPage(html).rows).toHaveLength(1);
  });

  it('ignores a list that is only recommendations', () => {
    const html = `<title>二手房</title><div id="noResultPush"><ul class="sellListContent">${row()}</ul></div>`;
    expect(parseListPage(html)).toMatchObject({ class: 'unknown', rows: [] });
  });

  it.each([
    ['elements inside each other', '<div>'.repeat(5000)],
    ['elements', '<b></b>'.repeat(50_000)],
    ['attributes', `<b ${Array.from({ length: 100_000 }, (_, index) => `a${index}`).join(' ')}></b>`],
    ['comments', '<!---->'.repeat(50_000)],
    ['houses', row().repeat(61)],
  ])('is not understood when it has too many %s', (_, html) => {
    expect(parseListPage(page(html))).toMatchObject({ class: 'unknown', rows: [] });
  });

  it.each([
    ['{"totalPage":9,"curPage":2}', 9, 2],
    ['{&quot;totalPage&quot;:9,&quot;curPage&quot;:2}', 9, 2],
    ['{ "curPage": "2", "totalPage": "9" }', 9, 2],
    ['{"totalPage":0,"curPage":1}', 1, 1],
    ['{"totalPage":101,"curPage":2}', 100, 2],
    ['{"totalPage":1000000,"curPage":2}', 100, 2],
    ['{"totalPage":-3,"curPage":2}', undefined, 2],
    ['{"totalPage":99999999999999999999,"curPage":2}', undefined, 2],
    ['{"curPage":2}', undefined, 2],
    ['', undefined, undefined],
    ['{', undefined, undefined],
  ])('has the page numbers of the pager %s', (pager, totalPages, current) => {
    expect(parseListPage(page(row(), { pager }))).toMatchObject({ totalPages, page: current });
  });

  it.each([
    ['共找到<span> 137844 </span>套北京二手房', 137844],
    [' 共找到<span> 53,526 </span>套 <a href="/ershoufang/">杭州二手房</a>', 53526],
    ['共找到 １２ 套', 12],
    ['为您找到<b>12</b>套', 12],
    ['共 <i></i><span>1,012</span> 条', 1012],
    ['<span>12</span>', 12],
    ['', undefined],
    ['共找到<span> -- </span>套', undefined],
    ['共找到<span> 1.2 </span>万套', undefined],
    ['共找到<span> 3*0 </span>套', undefined],
    ['共找到<span> 1 000 </span>套', undefined],
    ['共找到<span>0</span><span>12</span>套', undefined],
    ['共找到 1,0 套', undefined],
    ['共找到 0\ufffd 套', undefined],
  ])('has the total of %s', (total, declaredTotal) => {
    expect(parseListPage(page(row(), { total })).declaredTotal).toBe(declaredTotal);
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
    expect(parseListPage(page('', { crumbs }))).toMatchObject({
      resblockId: '1199027300101',
      names: { name: '柳荫里', districtName: '临江', bizcircleName: '柳桥' },
    });
  });

  it('may lack district and neighbourhood', () => {
    const crumbs = `${city}${link('/ershoufang/c1199027300101/', '柳荫里二手房')}`;
    expect(parseListPage(page('', { crumbs })).names).toEqual({ name: '柳荫里', districtName: '', bizcircleName: '' });
  });

  it('names no community on a city page', () => {
    expect(parseListPage(page('', { crumbs: city }))).toMatchObject({
      resblockId: undefined,
      names: { name: '', districtName: '', bizcircleName: '' },
    });
  });
});

const challenge = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`;

describe('the class of a page', () => {
  const noResult = '<div class="m-noresult"><p>呣..没有找到相关内容</p></div>';

  it('is empty when the site says that there are no results', () => {
    const html = `<title>柳荫里二手房</title><div class="resultDes"><h2 class="total">共找到<span> 0 </span>套</h2></div>${noResult}`;
    expect(parseListPage(html)).toMatchObject({ class: 'empty', declaredTotal: 0, rows: [] });
  });

  it('is empty even if other houses are recommended', () => {
    const html = `<title>柳荫里二手房</title>${noResult}<ul class="sellListContent">${row()}</ul>`;
    expect(parseListPage(html)).toMatchObject({ class: 'empty', declaredTotal: 0, rows: [] });
  });

  it.each(['共找到<span> 0 </span>套北京二手房', '共找到0套', '共找到 ０ 套', '为您找到 <em>0</em> 套', '0套'])(
    'is empty with %s, whatever is recommended',
    (total) => {
      const foreign = row({ position: '<a href="/xiaoqu/1111027370000/">湖畔</a>' });
      const wrapped = `<div class="recommendList" id="lessResultWrap"><ul class="sellListContent">${foreign}</ul></div>`;
      for (const html of [
        page(foreign, { total, pager: '' }),
        page('', { total }),
        page(wrapped, { total }),
        page(noResult, { total }),
      ])
        expect(parseListPage(html)).toMatchObject({ class: 'empty', declaredTotal: 0 });
      const withoutList = `<title>柳荫里二手房</title><div class="resultDes"><h2 class="total">${total}</h2></div>`;
      for (const html of [withoutList, withoutList + wrapped])
        expect(parseListPage(html)).toMatchObject({ class: 'empty', declaredTotal: 0, rows: [] });
    },
  );

  it('is a list when its total cannot be read, and keeps its own houses when it says 0', () => {
    expect(parseListPage(page(row(), { total: '共找到<span> -- </span>套' })).class).toBe('list');
    expect(parseListPage(page(row(), { total: '共找到 0 套' })).rows).toMatchObject([{ houseId: '101133895297' }]);
  });

  const ordinary = '<a href="/xiaoqu/">小区</a>'.repeat(60);

  it.each([
    ['<title>访问验证</title>captcha', 'blocked'],
    ['<title>人机认证</title>', 'blocked'],
    ['<title>验证</title>', 'blocked'],
    ['<title>请完成验证 - 贝壳找房</title>', 'blocked'],
    ['<title>安全认证_链家网</title>', 'blocked'],
    ['<title>访问过于频繁</title>', 'throttled'],
    ['<title>您的访问过于频繁，请稍后再试</title>', 'throttled'],
    ['<title>账号异常</title>', 'banned'],
    [challenge('', '<script src="https://static.geetest.com/v4/gt4.js"></script>'), 'blocked'],
    [challenge('柳荫里二手房', '<script src="//hip.ke.com/js/check.js"></script>'), 'blocked'],
    [challenge('柳荫里二手房', `<iframe src="https://hip.lianjia.com/captcha"></iframe>${ordinary}`), 'blocked'],
    [challenge('贝壳找房', '<script src="//s1.ljcdn.com/captcha-js-sdk-v2/captcha.js"></script>'), 'blocked'],
    [challenge('', '<form action="/verify"><input name="code"><button>提交</button></form>'), 'blocked'],
    [challenge('', '<p>请点击按钮进行验证</p>'), 'blocked'],
    [challenge('贝壳找房', '<p>请按住滑块，拖动到最右边</p>'), 'blocked'],
    [challenge('贝壳找房', '<p>您的访问过于频繁</p>'), 'blocked'],
    ['<p>请完成验证</p>', 'blocked'],
    [challenge('柳荫里二手房', `${ordinary}<p>请您先完成安全验证</p>`), 'blocked'],
    ['<title>您的访问被阻断</title>', 'banned'],
    [challenge('柳荫里二手房', `${ordinary}<p>请输入验证码</p><script src="/captcha.js"></script>`), 'unknown'],
    [
      '<html><head><title>柳荫里二手房</title><script src="/captcha.js"></script></head><body><div class="con',
      'unknown',
    ],
    [challenge('柳荫里二手房', '<meta name="google-site-verification" content="x">'), 'unknown'],
    ['<title>验证券花园二手房</title>', 'unknown'],
    [challenge('柳荫里二手房', '<p>无人机航拍</p>'), 'unknown'],
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
  ])('is for %s: %s', (html, expected) => {
    expect(parseListPage(html)).toMatchObject({ class: expected, rows: [] });
  });

  it('is blocked when a challenge hides a list', () => {
    expect(parseListPage(page(row(), { title: 'CAPTCHA' })).class).toBe('blocked');
  });

  it('is a list, or empty, when the words of a challenge are only in its body', () => {
    const words =
      '<script src="https://static.geetest.com/gt4.js"></script><form action="https://hip.ke.com/captcha">请完成验证</form>';
    expect(parseListPage(page(row()).replace('<body>', `<body>${words}`)).class).toBe('list');
    expect(parseListPage(page(noResult, { total: '共找到 0 套' }).replace('<body>', `<body>${words}`)).class).toBe(
      'empty',
    );
  });
});

/** The folder has pages with invented houses in the markup of ke.com of October 2026. */
const invented = (name: string) => readFileSync(new URL(`list-pages/${name}.html`, import.meta.url), 'utf8');

describe('a reading of an invented page', () => {
  it.each([
    ['hidden-price', 'OK', [null, 429]],
    ['per-area-price-as-total', 'OK', [null]],
    ['sold-out-recommendations-unwrapped', 'OK_EMPTY', []],
    ['sold-out-recommendations-wrapped', 'OK_EMPTY', []],
    ['challenge-200', 'BLOCKED', []],
  ])('%s ends with %s', (name, outcome, prices) => {
    const answer = { kind: 'page', page: parseListPage(invented(name)) } as const;
    const { crawl, listings } = processAnswer(answer, '5011000000001', newCrawl);
    expect(crawl.result?.outcome).toBe(outcome);
    expect(listings.map(({ price }) => price)).toEqual(prices);
  });
});
