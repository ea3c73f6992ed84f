import { describe, expect, it } from '@jest/globals';
import { describeUnreadBelow } from 'web/features/ljmonitor/toolbar/messages';

describe('what read all leaves', () => {
  it('is counted, or said to be unknown', () => {
    expect([41, 0, undefined].map(describeUnreadBelow)).toEqual([
      '41 more unread below',
      '',
      'there may be more below',
    ]);
  });
});
