import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Crawl, isCompleteOutcome, isExact, newCrawl, processAnswer } from 'lambdas/ljmonitor/readings/crawl';
import type { SiteAnswer } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { captcha, housesOf, pageOf, pagesOf, rowOf } from '../support/pages.ts';

const id = '1199027300102';
const other = '1199027300103';

/** Reads these pages one after the other until the crawl ends. */
function crawlOf(answers: SiteAnswer[]) {
  let crawl: Crawl = newCrawl;
  const listings = [];
  while (!crawl.result) {
    const reading = processAnswer(answers[crawl.nextPage - 1] ?? { kind: 'notFound' }, id, crawl);
    crawl = reading.crawl;
    listings.push(...reading.listings);
  }
  return { ...crawl, listings };
}

describe('a crawl', () => {
  it('is complete and exact when it read every page', () => {
    const crawl = crawlOf(pagesOf(id, housesOf(id, 75)));
    expect(crawl).toMatchObject({ result: { outcome: 'OK', reason: null }, step: 3, rows: 75, declaredTotal: 75 });
    expect(isExact(crawl)).toBe(true);
    expect(crawl.listings).toHaveLength(75);
  });

  it('is complete but not exact when rows moved between pages', () => {
    const rows = housesOf(id, 255);
    const crawl = crawlOf(pagesOf(id, [...rows.slice(0, 251), ...rows.slice(26, 30)]));
    expect(crawl).toMatchObject({ result: { outcome: 'OK' }, rows: 255 });
    expect(crawl.seen.size).toBe(251);
    expect(isExact(crawl)).toBe(false);
  });

  it('takes a hundred steps for a hundred pages', () => {
    expect(crawlOf(pagesOf(id, housesOf(id, 3000)))).toMatchObject({
      step: 100,
      rows: 3000,
      result: { outcome: 'OK' },
    });
  });

  it('is complete for a community without houses', () => {
    expect(crawlOf([pageOf(id, { class: 'empty', declaredTotal: 0 })])).toMatchObject({
      result: { outcome: 'OK_EMPTY' },
    });
  });

  it('ignores the houses of other communities', () => {
    const rows = [...housesOf(id, 2), ...housesOf(other, 3), rowOf(id, 9, { resblockId: undefined })];
    const crawl = crawlOf([pageOf(id, { rows, declaredTotal: 2 })]);
    expect(crawl).toMatchObject({ result: { outcome: 'OK' }, rows: 2 });
    expect(crawl.listings.every(({ resblockId }) => resblockId === id)).toBe(true);
  });

  it('accepts a single page without a pager', () => {
    const page = pageOf(id, { rows: housesOf(id, 2), page: undefined, totalPages: undefined });
    expect(crawlOf([page])).toMatchObject({ result: { outcome: 'OK' } });
  });

  it('is complete but not exact when one page shows a house twice', () => {
    const crawl = crawlOf([pageOf(id, { rows: [rowOf(id, 1), rowOf(id, 2), rowOf(id, 1, { price: 9 })] })]);
    expect(crawl).toMatchObject({ rows: 3, result: { outcome: 'OK' } });
    expect(isExact(crawl)).toBe(false);
  });

  it('is complete but not exact when two pages declare different totals, though the last one adds up', () => {
    const [first] = pagesOf(id, housesOf(id, 61));
    // A house of the first page was sold, so that the 31st house moved to the first page after it was read.
    const second = pageOf(id, { rows: housesOf(id, 61).slice(31), page: 2, totalPages: 2, declaredTotal: 60 });
    if (!first) throw new Error('a first page');
    const crawl = crawlOf([first, second]);
    expect(crawl).toMatchObject({ rows: 60, declaredTotal: 60, result: { outcome: 'OK' } });
    expect(crawl.seen.size).toBe(60);
    expect(isExact(crawl)).toBe(false);
  });

  it('is not exact when only the first page declares another total', () => {
    const [first, second, third] = pagesOf(id, housesOf(id, 75));
    if (first?.kind !== 'page' || !second || !third) throw new Error('three pages');
    const crawl = crawlOf([{ ...first, page: { ...first.page, declaredTotal: 76 } }, second, third]);
    expect(crawl).toMatchObject({ rows: 75, declaredTotal: 75, result: { outcome: 'OK' } });
    expect(isExact(crawl)).toBe(false);
  });

  it('ends after the first page that has houses of other communities only, and names one', () => {
    const rows = housesOf(other, 30).map((row) => ({ ...row, resblockName: 'Lakeside' }));
    const city = pageOf(id, { rows, totalPages: 100, declaredTotal: 137_844, resblockId: undefined });
    expect(crawlOf([city])).toMatchObject({
      step: 1,
      result: {
        outcome: 'INCOMPLETE',
        reason: 'Page 1 lists no house of this community, but houses of Lakeside.',
      },
    });
  });

  it('continues after a page with unreadable rows, but is not complete', () => {
    const [first, second] = pagesOf(
      id,
      [rowOf(id, 1, { price: undefined }), rowOf(id, 2, { title: '' }), rowOf(id, 3), rowOf(id, 4)],
      3,
    );
    if (!first || !second) throw new Error('two pages');
    const crawl = crawlOf([first, second]);
    expect(crawl.result).toEqual({ outcome: 'INCOMPLETE', reason: '2 of 3 houses on page 1 could not be read.' });
    expect(crawl.listings).toHaveLength(2);
    expect(crawl.seen.size).toBe(4);
  });

  it('is complete and exact when the site shows no price for some houses', () => {
    const rows = [rowOf(id, 1, { price: null }), rowOf(id, 2, { price: null, unitPrice: 0 }), rowOf(id, 3)];
    const crawl = crawlOf(pagesOf(id, rows));
    expect(crawl.result).toEqual({ outcome: 'OK', reason: null });
    expect(crawl.listings.map(({ price }) => price)).toEqual([null, null, 503]);
    expect(isExact(crawl)).toBe(true);
  });

  it.each<[string, SiteAnswer, string | null]>([
    [
      'its own houses',
      pageOf(id, { class: 'empty', rows: housesOf(id, 2), declaredTotal: 0 }),
      'The listing site lists 0 houses but showed 2.',
    ],
    ['houses of other communities', pageOf(id, { class: 'empty', rows: housesOf(other, 2), declaredTotal: 0 }), null],
  ])('of a page that says 0 and lists %s', (_, answer, reason) => {
    expect(crawlOf([answer]).result).toEqual({ outcome: reason ? 'INCOMPLETE' : 'OK_EMPTY', reason });
  });

  it.each<[string, SiteAnswer, string]>([
    ['a captcha', captcha, 'BLOCKED'],
    ['a ban', { kind: 'refused', refusal: 'banned' }, 'BLOCKED'],
    ['a sign-in', { kind: 'refused', refusal: 'login', retryAfterMs: 9e9 }, 'BLOCKED'],
    ['a redirect', { kind: 'refused', refusal: 'redirected' }, 'FAILED'],
    ['nothing', { kind: 'notFound' }, 'FAILED'],
    ['a failure', { kind: 'failed', reason: 'The listing site did not respond in time.' }, 'FAILED'],
    ['an empty page', pageOf(id, { class: 'empty', declaredTotal: 0 }), 'INCOMPLETE'],
    ['an unknown page', pageOf(id, { class: 'unknown' }), 'INCOMPLETE'],
    ['the first page again', pageOf(id, { rows: housesOf(id, 30), totalPages: 3 }), 'INCOMPLETE'],
  ])('ends after %s on page 2 with %s', (_, second, outcome) => {
    const [first, , third] = pagesOf(id, housesOf(id, 90));
    if (!first || !third) throw new Error('three pages');
    expect(crawlOf([first, second, third]).result?.outcome).toBe(outcome);
  });

  it('tries a page three times when the site asks to come back later', () => {
    const busy: SiteAnswer = { kind: 'failed', reason: 'busy', retryAfterMs: 60_000 };
    const first = processAnswer(busy, id, newCrawl);
    const second = processAnswer(busy, id, first.crawl);
    const third = processAnswer(busy, id, second.crawl);
    expect([first, second, third].map(({ waitMs, crawl }) => [waitMs, crawl.result?.outcome])).toEqual([
      [60_000, undefined],
      [60_000, undefined],
      [0, 'FAILED'],
    ]);
  });

  it('counts the tries of each page separately', () => {
    const [page] = pagesOf(id, housesOf(id, 60));
    const busy: SiteAnswer = { kind: 'failed', reason: 'busy', retryAfterMs: 60_000 };
    const before = [busy, busy, page ?? busy, busy].reduce(
      (crawl, answer) => processAnswer(answer, id, crawl).crawl,
      newCrawl,
    );
    expect(before).toMatchObject({ nextPage: 2, result: null });
    expect(processAnswer(busy, id, before)).toMatchObject({ waitMs: 60_000, crawl: { result: null } });
  });

  it('is complete only when no page was dropped, cut or garbled', () => {
    const broken = fc.constantFrom<(page: ReturnType<typeof pageOf>) => SiteAnswer>(
      () => ({ kind: 'notFound' }),
      () => ({ kind: 'failed', reason: 'cut' }),
      () => captcha,
      ({ page }) => pageOf(id, { ...page, class: 'unknown' }),
      ({ page }) => pageOf(id, { ...page, rows: page.rows.slice(1) }),
      ({ page }) => pageOf(id, { ...page, rows: page.rows.slice(0, 3), page: undefined, totalPages: undefined }),
      ({ page }) => pageOf(id, { ...page, rows: page.rows.map((row) => ({ ...row, price: undefined })) }),
      ({ page }) => pageOf(id, { ...page, rows: [] }),
      ({ page }) => pageOf(id, { ...page, declaredTotal: undefined }),
      ({ page }) => pageOf(id, { ...page, rows: page.rows.map((row) => ({ ...row, resblockId: other })) }),
    );
    fc.assert(
      fc.property(fc.array(fc.option(broken), { minLength: 4, maxLength: 4 }), (breaks) => {
        const pages = pagesOf(id, housesOf(id, 100)).map((answer, index) => {
          const spoil = breaks[index];
          return spoil && answer.kind === 'page' ? spoil(answer) : answer;
        });
        const { result } = crawlOf(pages);
        expect(result && isCompleteOutcome(result.outcome)).toBe(breaks.every((each) => each === null));
      }),
    );
  });
});
