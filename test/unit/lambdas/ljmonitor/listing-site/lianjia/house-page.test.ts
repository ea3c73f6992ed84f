import { describe, expect, it } from '@jest/globals';
import { parseHousePage } from 'lambdas/ljmonitor/listing-site/lianjia/house-page';

const id = '1111027377528';
const name = `<a href="/xiaoqu/${id}/" class="info ">金隅丽港城</a><a href="#around" class="map">地图</a>`;

const page = ({ title = '两居室', crumb = `/ershoufang/c${id}/`, around = name, house = '101133895297' } = {}) =>
  `<html><head><title>${title}</title></head><body>
  <div class="intro clear" mod-id="lj-common-bread"><div class="fl l-txt"><a href="/ershoufang/">北京二手房</a><a href="/ershoufang/wangjing/">望京二手房</a><a href="${crumb}">金隅丽港城二手房</a></div></div>
  <div class="aroundInfo"><div class="communityName"><i></i><span class="label">小区名称</span>${around}</div>
  <div class="houseRecord"><span class="label">链家编号</span><span class="info">${house}<a>举报</a></span></div></div>
  <div class="footer"><a href="https://cd.lianjia.com/xiaoqu/3011055361769/">派克公馆</a><a href="/ershoufang/c1111027382618/">别处</a></div>
  </body></html>`;

describe('parseHousePage', () => {
  it.each([
    ['both marks', page()],
    ['only the breadcrumb', page({ around: '' })],
    ['only the name', page({ crumb: '/ershoufang/wangjing/' })],
    ['an absolute link', page({ around: `<a href="https://bj.lianjia.com/xiaoqu/${id}/">金隅丽港城</a>` })],
  ])('finds the community by %s, and no other link of the page', (_, html) => {
    expect(parseHousePage(html)).toEqual({ class: 'house', houseId: '101133895297', resblockId: id });
  });

  it.each([
    ['marks that differ', page({ crumb: '/ershoufang/c1111027382618/' }), 'unknown'],
    ['no community', page({ crumb: '/ershoufang/', around: '' }), 'unknown'],
    ['nothing', '', 'unknown'],
    ['300,000 elements', '<p>'.repeat(300_000), 'unknown'],
    ['a captcha', page({ title: 'CAPTCHA', crumb: '/', around: '' }), 'blocked'],
    ['a sign-in', page({ title: '登录', crumb: '/', around: '' }), 'login'],
    ['a ban', page({ title: '403 Forbidden', crumb: '/', around: '' }), 'banned'],
    ['a redirect to a captcha', '<script>location.href="https://hip.lianjia.com/captcha"</script>', 'blocked'],
  ])('finds none on a page with %s', (_, html, expected) => {
    expect(parseHousePage(html)).toEqual({ class: expected, houseId: undefined, resblockId: undefined });
  });

  it('finds this community or none on a page that is cut anywhere', () => {
    const whole = page();
    const found = Array.from({ length: whole.length }, (_, end) => parseHousePage(whole.slice(0, end)).resblockId);
    expect(new Set(found)).toEqual(new Set([undefined, id]));
  });
});
