import { describe, expect, it } from '@jest/globals';
import { readPasted } from 'web/features/ljmonitor/hand-in/saved-pages/read-file';

const url = 'https://bj.lianjia.com/ershoufang/c1111027378022/';
const pager = (path: string, page: number) =>
  `<div class='house-lst-page-box' page-url="${path}"page-data='{"totalPage":3,"curPage":${page}}'></div>`;
const house = '<a href="https://sh.ke.com/ershoufang/107100000001.html">';
const note = (at: string) => `<!-- saved from url=(0014)${at} -->`;
const link = `<link rel="canonical" href="${url}">`;

describe('the address of a page', () => {
  it.each([
    ['the note of Chrome', `<!DOCTYPE html>\n${note(`${url}?sug=1`)}\n<html>`, `${url}?sug=1`],
    ['the note before the head', `${note(url)}<head><link rel=canonical href=https://bj.lianjia.com/>`, url],
    ['the note of SingleFile', `<html><!--\n Page saved with SingleFile \n url: ${url} \n--><head>`, url],
    ['the head after a note that names no page', `${note('about:internet')}${link}`, url],
    ['a link with double quotes', `<head>${link}</head>`, url],
    [
      'a link with single quotes and its parts in another order',
      `<head><link href='${url}' rel='canonical' /></head>`,
      url,
    ],
    ['a link without quotes', `<head><link rel=canonical href=${url}></head>`, url],
    ['a link with capitals and several words', `<LINK HREF="${url}" REL="Shortlink Canonical">`, url],
    ['a link far down in the head', `<style>${'.a > .b {}'.repeat(9999)}</style>${link}`, url],
    ['a link without the protocol', `<link rel=canonical href="${url.replace('https:', '')}">`, url],
    [
      'character references',
      `<link rel=canonical href="${url.replaceAll('/', '&#x2F;').replace('c1', '&#99;1')}">`,
      url,
    ],
    [
      'no link in a comment, a script or another attribute',
      `<!-- <link rel=canonical href=https://a.test/> --><script>"<link rel=canonical href=https://b.test/>"</script><i title="<link rel=canonical href=https://c.test/>">${link}`,
      url,
    ],
    ['the meta element of networks', `<meta property="og:url" content="${url}">`, url],
    [
      'the page for telephones',
      `<meta name="mobile-agent" content="format=html5;url=https://m.lianjia.com/bj/ershoufang/c1111027378022/">`,
      url,
    ],
    [
      'the pager and a house',
      `${house}${pager('/ershoufang/pg{page}c5011/', 2)}`,
      'https://sh.ke.com/ershoufang/pg2c5011/',
    ],
    [
      'the pager of sold houses',
      `<a href="https://sh.ke.com/chengjiao/1.html">${pager('/chengjiao/pg{page}c5011/', 1)}`,
      'https://sh.ke.com/chengjiao/pg1c5011/',
    ],
    [
      'the pager, which has a filter that the link leaves out',
      `${link}${pager('/ershoufang/pg{page}l2c1111027378022/', 1)}`,
      'https://bj.lianjia.com/ershoufang/pg1l2c1111027378022/',
    ],
  ])('is in %s', (_, html, at) => {
    expect(readPasted(html)).toMatchObject({ url: at, html });
  });

  it.each([
    ['the breadcrumb alone, which leaves filters out', `${house}<a href="https://sh.ke.com/ershoufang/c5011/">`],
    ['a pager without a house', pager('/ershoufang/pg{page}c5011/', 1)],
    ['a script', '<link rel=canonical href="javascript:alert(1)">'],
  ])('is not in %s', (_, html) => {
    expect(() => readPasted(html)).toThrow('does not say its address');
  });
});
