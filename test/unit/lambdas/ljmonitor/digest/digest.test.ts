import { describe, expect, it } from '@jest/globals';
import { limits } from 'infra/limits';
import { composeDigest, type RefreshSummary } from 'lambdas/ljmonitor/digest/digest';
import { afterRequest, initialLimiterState, type SiteLimiterState } from 'lambdas/ljmonitor/site-limiter/site-limiter';
import { detectChange, type House, type Listing, removedVersion, listedVersion } from 'lambdas/ljmonitor/houses/house';
import { newResblock, type TrackedResblock } from 'lambdas/ljmonitor/communities/community';

const hour = 3_600_000;
const start = Date.parse('2026-03-01T08:00:00Z');
const id = '1199027300101';

const resblock = (more: Partial<TrackedResblock> = {}): TrackedResblock => ({
  ...newResblock(id, { name: '柳荫里', districtName: '', bizcircleName: '' }, 6, new Date(start - 48 * hour)),
  firstCompleteAtMs: start - 24 * hour,
  state: 'OK',
  ...more,
});

const listing = (house: number, more: Partial<Listing> = {}): Listing => ({
  houseId: `1010000000${String(house).padStart(2, '0')}`,
  resblockId: id,
  title: `南北通透 ${house}`,
  description: '2室1厅',
  tags: [],
  price: 500,
  unitPrice: 80_000,
  ...more,
});

const old = (house: number) => listedVersion(listing(house), undefined, new Date(start - 12 * hour));
const changed = (house: number, more: Partial<Listing>): House => {
  const change = detectChange(listing(house, more), old(house), new Date(start + 1000));
  if (!change) throw new Error('no change');
  return change.after;
};
/** The price fell before the refresh, and the title changed in it. */
const renamed = (house: number): House => {
  const dropped = listedVersion(listing(house, { price: 480 }), old(house), new Date(start - hour));
  return listedVersion(listing(house, { price: 480, title: 'x' }), dropped, new Date(start + 1000));
};
const fresh = (house: number) => listedVersion(listing(house), undefined, new Date(start + 1000));
const gone = (house: number) => removedVersion(old(house), new Date(start + 1000));

const blockedAt = (state: SiteLimiterState, ms: number): SiteLimiterState => ({
  ...state,
  ...afterRequest(state, { signal: 'blocked', pauseMs: 0 }, ms),
});

const digest = (summary: Partial<RefreshSummary>) =>
  composeDigest(
    {
      sinceMs: start,
      nowMs: start + 60_000,
      houses: [],
      resblocks: [resblock()],
      limiter: initialLimiterState,
      ...summary,
    },
    ({ houseId }) => `https://site.test/${houseId}`,
  );

describe('a digest', () => {
  it('has a subject and a text that SNS takes, also with Chinese names and news of everything at once', () => {
    const name = '青柳巷子'.repeat(50);
    const news = (house: number) => ({ ...fresh(house), title: name });
    const houses = Array.from({ length: 5000 }, (_, index) => (index % 2 === 0 ? news(index) : gone(index)));
    const limiter = blockedAt(initialLimiterState, start + 1000);
    const { subject = '', text = '' } = digest({ houses: [...houses, changed(1, { price: 1 })], limiter }) ?? {};
    expect(subject).toMatch(/^LJMonitor: blocked by the listing site, 2500 new, 1 cheaper, 2500 removed$/);
    expect(subject).toMatch(/^[!-~][ -~]*$/);
    expect(subject.length).toBeLessThan(limits.snsSubjectLength);
    expect(text).toContain(name);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.snsBytes);
  });

  it('lists new houses, lower prices and removals, each with its link', () => {
    const houses = [fresh(1), changed(2, { price: 480 }), gone(3)];
    expect(digest({ houses })).toEqual({
      subject: 'LJMonitor: 1 new, 1 cheaper, 1 removed',
      text: [
        '柳荫里',
        '  NEW  500 万  南北通透 1',
        '    https://site.test/101000000001',
        '  CHEAPER  480 万 (was 500 万)  南北通透 2',
        '    https://site.test/101000000002',
        '  REMOVED  500 万  南北通透 3',
        '    https://site.test/101000000003',
      ].join('\n'),
    });
  });

  it.each<[string, Partial<RefreshSummary>]>([
    ['nothing has changed', { houses: [old(1)] }],
    ['a price rose', { houses: [changed(1, { price: 520 })] }],
    ['only a title changed', { houses: [changed(1, { title: 'x' })] }],
    ['a price fell before the refresh and only a title changed in it', { houses: [renamed(1)] }],
    [
      'the houses were found by the first complete reading',
      { houses: [fresh(1)], resblocks: [resblock({ firstCompleteAtMs: start + 1000 })] },
    ],
    [
      'the houses were found before the first complete reading ended',
      { houses: [fresh(1)], resblocks: [resblock({ firstCompleteAtMs: start + 2000 })] },
    ],
    [
      'the community has never been read completely',
      { houses: [fresh(1)], resblocks: [resblock({ firstCompleteAtMs: null })] },
    ],
    ['the community was deleted', { houses: [fresh(1)], resblocks: [] }],
    ['the site was blocked before the refresh', { limiter: blockedAt(initialLimiterState, start - hour) }],
    [
      'the site blocks again after a pause',
      { limiter: blockedAt(blockedAt(initialLimiterState, start - 7 * hour), start + 1000) },
    ],
  ])('is not sent when %s', (_, summary) => {
    expect(digest(summary)).toBeUndefined();
  });

  it('reports the first block, and that no house was removed', () => {
    const blocked = resblock({ state: 'BLOCKED', stateReason: 'The listing site asked for a captcha.' });
    const told = digest({ limiter: blockedAt(initialLimiterState, start + 1000), resblocks: [blocked] });
    expect(told?.subject).toBe('LJMonitor: blocked by the listing site');
    expect(told?.text).toMatch(
      /^The listing site asked for a captcha\. Checks are paused for 6 hours\. Nothing was removed/,
    );
  });

  it('says that a removed house is back on offer', () => {
    const back = listedVersion(listing(4), gone(4), new Date(start + 2000));
    expect(digest({ houses: [back] })).toMatchObject({
      subject: 'LJMonitor: 1 back',
      text: '柳荫里\n  BACK  500 万  南北通透 4\n    https://site.test/101000000004',
    });
  });

  it('shows each community, also beside one with much news', () => {
    const other = resblock({ resblockId: '1199027300102', name: '望湖名邸' });
    const few = [91, 92].map((house) => ({ ...fresh(house), resblockId: other.resblockId }));
    const many = Array.from({ length: 90 }, (_, index) => fresh(index));
    const { text = '' } = digest({ houses: [...many, ...few], resblocks: [resblock(), other] }) ?? {};
    const [first = '', second = ''] = text.split('\n\n');
    expect(first.match(/NEW/g)).toHaveLength(28);
    expect(first).toMatch(/ {2}… and 62 more on the page\.$/);
    expect(second.match(/NEW/g)).toHaveLength(2);
    expect(second).not.toContain('more on the page');
  });

  it('has a line of each community, however many there are', () => {
    const resblocks = Array.from({ length: 40 }, (_, index) => resblock({ resblockId: String(1_000_000 + index) }));
    const houses = resblocks.map(({ resblockId }, index) => ({ ...fresh(index), resblockId }));
    const { text = '' } = digest({ houses, resblocks }) ?? {};
    expect(text.match(/NEW/g)).toHaveLength(40);
  });

  it('stays short and has an ASCII subject when many houses are new', () => {
    const houses = Array.from({ length: 90 }, (_, index) => fresh(index));
    const told = digest({
      houses,
      resblocks: [resblock({ name: '' })],
      limiter: blockedAt(initialLimiterState, start + 1000),
    });
    expect(told?.subject).toBe('LJMonitor: blocked by the listing site, 90 new');
    expect(told?.text.match(/NEW/g)).toHaveLength(30);
    expect(told?.text).toContain('  … and 60 more on the page.');
    expect(told?.text).toContain(`\n\n${id}\n`);
  });
});
