import { describe, expect, it } from '@jest/globals';
import type { HandedInPage } from 'shared-types/contract/monitor/pages';
import { describeHandedIn } from 'web/features/ljmonitor/hand-in/describe-handed-in';

const handed: HandedInPage = {
  outcome: 'saved',
  reason: null,
  resblockId: '1111027378022',
  name: '六铺炕',
  page: 2,
  pages: 5,
  houses: 30,
  missing: [1, 3, 5],
};

describe('describeHandedIn', () => {
  it.each<[Partial<HandedInPage>, string]>([
    [{}, '六铺炕, page 2 of 5: 30 houses. Still missing: pages 1, 3 and 5.'],
    [{ missing: [1, 3, 4] }, '六铺炕, page 2 of 5: 30 houses. Still missing: pages 1, 3 and 4.'],
    [{ missing: [1, 4, 5, 6] }, '六铺炕, page 2 of 5: 30 houses. Still missing: pages 1 and 4 to 6.'],
    [
      { page: 1, pages: 100, missing: Array.from({ length: 99 }, (_, index) => index + 2) },
      '六铺炕, page 1 of 100: 30 houses. Still missing: pages 2 to 100.',
    ],
    [{ houses: 1, missing: [5] }, '六铺炕, page 2 of 5: 1 house. Still missing: page 5.'],
    [{ outcome: 'complete', missing: [] }, '六铺炕, page 2 of 5: 30 houses. 六铺炕 is complete.'],
    [
      { outcome: 'incomplete', missing: [1, 2, 3, 4, 5], reason: 'Page 2 was empty.' },
      '六铺炕, page 2 of 5: 30 houses. The list is not complete. Page 2 was empty. Reload each page, then hand it in again.',
    ],
    [
      { outcome: 'incomplete', missing: [1, 4], reason: 'No.' },
      '六铺炕, page 2 of 5: 30 houses. The list is not complete. No. Reload pages 1 and 4, then hand each in again.',
    ],
    [
      { outcome: 'incomplete', page: 1, pages: 1, missing: [1], reason: 'No.' },
      '六铺炕, page 1 of 1: 30 houses. The list is not complete. No. Reload page 1, then hand it in again.',
    ],
    [{ outcome: 'refused', pages: null, reason: 'No.' }, '六铺炕, page 2: No.'],
    [{ outcome: 'refused', name: '', page: null, pages: null, reason: 'A captcha.' }, 'A captcha.'],
  ])('says what was read and what is missing: %j', (over, text) => {
    expect(describeHandedIn({ ...handed, ...over })).toBe(text);
  });
});
