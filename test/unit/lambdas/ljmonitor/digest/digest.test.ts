import { describe, expect, it } from '@jest/globals';
import { digestOf, type Happened } from 'lambdas/ljmonitor/digest/digest';
import { type Gate, leavingOf, openGate } from 'lambdas/ljmonitor/site-limiter/site-limiter';
import { changeOf, type House, type Listing, removedAt, seenAt } from 'lambdas/ljmonitor/houses/house';
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

const old = (house: number) => seenAt(listing(house), undefined, new Date(start - 12 * hour));
const changed = (house: number, more: Partial<Listing>): House => {
  const change = changeOf(listing(house, more), old(house), new Date(start + 1000));
  if (!change) throw new Error('no change');
  return change.after;
};
/** Its price fell before, and now it has another title. */
const renamed = (house: number): House => {
  const dropped = seenAt(listing(house, { price: 480 }), old(house), new Date(start - hour));
  return seenAt(listing(house, { price: 480, title: 'x' }), dropped, new Date(start + 1000));
};
const fresh = (house: number) => seenAt(listing(house), undefined, new Date(start + 1000));
const gone = (house: number) => removedAt(old(house), new Date(start + 1000));

const blockedAt = (gate: Gate, ms: number): Gate => ({
  ...gate,
  ...leavingOf(gate, { welcome: 'turnedAway', pauseMs: 0 }, ms),
});

const digest = (happened: Partial<Happened>) =>
  digestOf(
    { sinceMs: start, nowMs: start + 60_000, houses: [], resblocks: [resblock()], gate: openGate, ...happened },
    (houseId) => `https://site.test/${houseId}`,
  );

describe('a digest', () => {
  it('tells of new houses, lower prices and removals, each with its link', () => {
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

  it.each<[string, Partial<Happened>]>([
    ['nothing has changed', { houses: [old(1)] }],
    ['a price rose', { houses: [changed(1, { price: 520 })] }],
    ['a title is another', { houses: [changed(1, { title: 'x' })] }],
    ['a price fell earlier, and now a title is another', { houses: [renamed(1)] }],
    [
      'the houses came with the first complete reading',
      { houses: [fresh(1)], resblocks: [resblock({ firstCompleteAtMs: start + 1000 })] },
    ],
    [
      'the houses are the first of their community',
      { houses: [fresh(1)], resblocks: [resblock({ firstCompleteAtMs: start + 2000 })] },
    ],
    [
      'their community has never been read completely',
      { houses: [fresh(1)], resblocks: [resblock({ firstCompleteAtMs: null })] },
    ],
    ['their community was deleted', { houses: [fresh(1)], resblocks: [] }],
    ['the site still refuses, as it did before', { gate: blockedAt(openGate, start - hour) }],
    [
      'the site refuses once more after a pause',
      { gate: blockedAt(blockedAt(openGate, start - 7 * hour), start + 1000) },
    ],
  ])('is not sent when %s', (_, happened) => {
    expect(digest(happened)).toBeUndefined();
  });

  it('tells of the first refusal, and that nothing was removed for it', () => {
    const blocked = resblock({ state: 'BLOCKED', stateReason: 'The site asked for a captcha.' });
    const told = digest({ gate: blockedAt(openGate, start + 1000), resblocks: [blocked] });
    expect(told?.subject).toBe('LJMonitor: blocked by the site');
    expect(told?.text).toMatch(/^The site asked for a captcha\. Reading is paused for 6 hours\. Nothing was removed/);
  });

  it('stays short, and its subject plain, whatever happened', () => {
    const houses = Array.from({ length: 90 }, (_, index) => fresh(index));
    const told = digest({ houses, resblocks: [resblock({ name: '' })], gate: blockedAt(openGate, start + 1000) });
    expect(told?.subject).toBe('LJMonitor: blocked by the site, 90 new');
    expect(told?.text.match(/NEW/g)).toHaveLength(30);
    expect(told?.text).toContain('… and 60 more on the page.');
    expect(told?.text).toContain(`\n\n${id}\n`);
  });
});
