import { describe, expect, it } from '@jest/globals';
import { describeTask } from 'web/features/ljmonitor/hand-in/pages-to-open.tsx';

describe('describeTask', () => {
  it.each([
    [1, 'Open this page and hand it in. It takes a minute.'],
    [3, 'Open these 3 pages and hand in each. It takes a minute.'],
    [15, 'Open these 15 pages and hand in each. It takes about 5 minutes.'],
  ])('says how much there is to do: %i pages', (pages, text) => {
    expect(describeTask(pages)).toBe(text);
  });
});
