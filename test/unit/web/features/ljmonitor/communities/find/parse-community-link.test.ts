import { describe, expect, it } from '@jest/globals';
import { parseCommunityLink } from 'web/features/ljmonitor/communities/find/parse-community-link';

const id = '1111027378022';

describe('parseCommunityLink', () => {
  it.each([id, ` ${id}\n`, `http://127.0.0.1:43889/xiaoqu/${id}/`, `http://localhost:43889/ershoufang/c${id}/`])(
    'finds the id in %j',
    (text) => {
      expect(parseCommunityLink(text, [])).toEqual({ resblockId: id });
    },
  );

  it.each([
    [`https://bj.lianjia.com/xiaoqu/${id}/`, 'https://bj.lianjia.com'],
    [`http://sh.lianjia.com/xiaoqu/${id}`, 'https://sh.lianjia.com'],
    [`https://bj.ke.com/xiaoqu/${id}/?fb_expo_id=1`, 'https://bj.ke.com'],
    [`https://hz.ke.com/ershoufang/pg2co32c${id}/`, 'https://hz.ke.com'],
    [`https://m.lianjia.com/bj/xiaoqu/${id}/?source=share`, 'https://bj.lianjia.com'],
    [`https://m.ke.com/sh/ershoufang/c${id}/`, 'https://sh.ke.com'],
    [`https://bj.lianjia.com/ershoufang/c${id}/`, 'https://bj.lianjia.com'],
    [`https://bj.lianjia.com/ershoufang/pg2c${id}/#houses`, 'https://bj.lianjia.com'],
    [`https://bj.lianjia.com/ershoufang/c${id}rs%E5%85%AD%E9%93%BA%E7%82%95/`, 'https://bj.lianjia.com'],
    [`bj.lianjia.com/xiaoqu/${id}/`, 'https://bj.lianjia.com'],
    [`【链家】六铺炕小区 https://bj.lianjia.com/xiaoqu/${id}/ 来看看`, 'https://bj.lianjia.com'],
  ])('finds the id and the site of the city in %j', (text, origin) => {
    expect(parseCommunityLink(text, [])).toEqual({ resblockId: id, origin });
  });

  it.each([
    ['六铺炕', 'Enter an ID of 6 to 24 digits'],
    ['12345', 'Enter an ID of 6 to 24 digits'],
    ['1'.repeat(25), 'Enter an ID of 6 to 24 digits'],
    [`c${id}`, 'Enter an ID of 6 to 24 digits'],
    [`/xiaoqu/${id}/`, 'Enter an ID of 6 to 24 digits'],
    ['https://', 'Enter an ID of 6 to 24 digits'],
    [`https://example.com/xiaoqu/${id}/`, 'example.com is not the listing site'],
    [`https://lianjia.com.example.com/xiaoqu/${id}/`, 'lianjia.com.example.com is not the listing site'],
    [`https://bj.lianjia.com@example.com/xiaoqu/${id}/`, 'example.com is not the listing site'],
    [`https://notlianjia.com/xiaoqu/${id}/`, 'notlianjia.com is not the listing site'],
    [`https://www.ke.com/xiaoqu/${id}/`, 'This link names no city.'],
    ['https://www.lianjia.com/ershoufang/101133895297.html', 'This link names no city.'],
    ['https://bj.lianjia.com/chengjiao/101133895297.html', 'This link does not lead to a community'],
    ['https://bj.lianjia.com/ershoufang/dongcheng/', 'This link does not lead to a community'],
    ['https://bj.lianjia.com/xiaoqu/', 'This link does not lead to a community'],
    [`https://bj.lianjia.com/xiaoqu/${'1'.repeat(25)}/`, 'This link does not lead to a community'],
  ])('refuses %j and says why', (text, why) => {
    expect(parseCommunityLink(text, [])).toEqual({ refusal: expect.stringContaining(why) });
  });

  it.each([
    ['https://bj.lianjia.com/ershoufang/101133895297.html', 'https://bj.lianjia.com'],
    ['https://tj.ke.com/ershoufang/101118681080.html?fb_expo_id=8', 'https://tj.ke.com'],
    ['https://m.lianjia.com/bj/ershoufang/101133895297.html', 'https://bj.lianjia.com'],
    ['http://127.0.0.1:43889/ershoufang/10880000000001.html', undefined],
  ])('finds the house in %j', (text, origin) => {
    const houseId = /(\d+)\.html/.exec(text)?.[1];
    expect(parseCommunityLink(text, [])).toEqual({ houseId, ...(origin && { origin }) });
  });

  it('finds the city in a link to another port of a site on this machine', () => {
    const city = 'http://127.0.0.1:43890';
    const configured = 'http://127.0.0.1:43889';
    expect(parseCommunityLink(`${city}/xiaoqu/${id}/`, [], configured)).toEqual({ resblockId: id, origin: city });
    expect(parseCommunityLink(`${city}/xiaoqu/${id}/`, [], 'https://bj.lianjia.com')).toEqual({ resblockId: id });
  });

  it('accepts links to a watched site', () => {
    const link = `https://listing.example:8443/xiaoqu/${id}/`;
    expect(parseCommunityLink(link, ['listing.example:8443'])).toEqual({ resblockId: id });
    expect(parseCommunityLink(link, ['listing.example'])).toEqual({
      refusal: expect.stringContaining('not the listing site'),
    });
  });
});
