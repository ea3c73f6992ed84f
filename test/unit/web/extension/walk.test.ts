import { describe, expect, it } from '@jest/globals';
import { afterPage, isSamePage, newWalk, pagesLeft, stayMs } from '../../../../web/extension/src/walk.ts';

const at = (page: number) => `https://bj.lianjia.com/ershoufang/${page === 1 ? '' : `pg${page}`}c1111027378022/`;

describe('a walk', () => {
  it('stays at a page for six to ten seconds', () => {
    expect([0, 0.5, 1].map(stayMs)).toEqual([6000, 8000, 10_000]);
  });

  it('leaves out the pages that are handed in, and the communities that it has finished', () => {
    const pages = [1, 2, 3].map((page) => ({ page, url: at(page), isHandedIn: page === 1 }));
    const communities = [{ resblockId: '1111027378022', name: '', pages }];
    const walk = { ...newWalk, handedIn: [at(2)] };
    expect(pagesLeft(walk, communities)).toEqual([at(3)]);
    expect(pagesLeft({ ...walk, finished: ['1111027378022'] }, communities)).toEqual([]);
  });

  it.each([
    ['saved', []],
    ['complete', ['1111027378022']],
    ['incomplete', ['1111027378022']],
  ] as const)('reads a community once, after a page that is %s', (outcome, finished) => {
    const handedIn = { reason: null, resblockId: '1111027378022', name: '', page: 2, pages: 2, houses: 1, missing: [] };
    const after = afterPage({ ...newWalk, url: at(2), isSending: true, isWaiting: true }, { ...handedIn, outcome });
    expect(after).toEqual({ ...newWalk, url: at(2), handedIn: [at(2)], finished: [...finished] });
  });
});

describe('the page of a tab', () => {
  it.each([
    ['the same address', at(2), true],
    ['a missing slash', at(2).slice(0, -1), true],
    ['a query', `${at(2)}?from=rec`, true],
    ['another page', at(3), false],
    ['another city', at(2).replace('bj.', 'sh.'), false],
    ['no address', undefined, false],
    ['no web page', 'about:blank', false],
  ])('is the one that was opened, or not: %s', (_, url, isSame) => {
    expect(isSamePage(url, at(2))).toBe(isSame);
  });
});
