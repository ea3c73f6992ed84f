import { describe, expect, it } from '@jest/globals';
import { communities } from 'local/fakes/listing-site/city/communities';
import { firstListings } from 'local/fakes/listing-site/city/listing';
import { listPage } from 'local/fakes/listing-site/pages/list-page';

const nowMs = Date.UTC(2025, 10, 20);
const [community, other] = communities;
if (!community || !other) throw new Error('no communities');
const rows = firstListings(community, nowMs).map((listing) => ({ community, listing }));
const page = (given: Partial<Parameters<typeof listPage>[0]> = {}) =>
  listPage({ origin: 'http://site', community, rows, page: 2, totalPages: 3, declaredTotal: 66, nowMs, ...given });

const steady = (text: string) => text.replace(/\d+人关注 \/ [^<]+/g, '');

describe('a synthetic list page', () => {
  it('declares the numbers that it is given', () => {
    expect(page()).toContain('共找到<span> 66 </span>套');
    expect(page()).toContain(`page-data='{"totalPage":3,"curPage":2}'`);
  });

  it('has the quirks of the real page: missing spaces, commas in thousands, an unclosed div', () => {
    expect(page()).toMatch(/c\d+\/"page-data='/);
    expect(page()).toMatch(/<span>\d{2,3},\d{3}元\/平<\/span>/);
    const [listing] = firstListings(other, nowMs);
    const recommended =
      page({ recommendations: listing ? [{ community: other, listing }] : [] }).split('猜你喜欢')[1] ?? '';
    const [row = ''] = /<li.*?<\/li>/s.exec(recommended) ?? [];
    expect(row.split('<div').length).toBe(row.split('</div').length + 1);
    expect(recommended).toContain(`/xiaoqu/${other.id}/`);
  });

  it('is the same for the same houses except for followers and age', () => {
    const later = page({ nowMs: nowMs + 86_400_000 });
    expect(later).not.toBe(page());
    expect(steady(later)).toBe(steady(page()));
  });

  it('escapes its texts', () => {
    const [row] = rows;
    const evil = row ? [{ ...row, listing: { ...row.listing, title: '<script>alert(1)</script>' } }] : [];
    expect(page({ rows: evil })).not.toContain('<script>alert');
  });

  it('has a message instead of a list without houses', () => {
    expect(page({ rows: [], declaredTotal: 0 })).toContain('m-noresult');
    expect(page({ rows: [], declaredTotal: 0 })).not.toContain('sellListContent');
  });
});
