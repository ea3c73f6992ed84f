import { describe, expect, it } from '@jest/globals';
import { describeUnreadBelow } from 'web/features/ljmonitor/toolbar/texts';

describe('describeUnreadBelow', () => {
  it('gives the number of unread houses, or says that it is unknown', () => {
    expect([41, 0, undefined].map(describeUnreadBelow)).toEqual([
      '41 more unread below',
      '',
      'more unread houses may follow',
    ]);
  });
});
