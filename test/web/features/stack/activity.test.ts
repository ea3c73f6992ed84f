import { describe, expect, it } from '@jest/globals';
import { isActive } from 'web/features/stack/activity';

const now = 1_700_000_000_000;
const minutes = (count: number) => count * 60_000;
const stack = (creationTime: number, updateTime: number | null = null) => ({ creationTime, updateTime });

describe('a stack page', () => {
  it('asks until it has data', () => {
    expect(isActive(undefined, null, now)).toBe(true);
  });

  it('stops at an error, with data and without, whatever goes on', () => {
    const data = { awsStackInfo: stack(now), actionLogs: [{ syncTime: now }] };
    expect(isActive(data, new Error('no'), now)).toBe(false);
    expect(isActive(undefined, new Error('no'), now)).toBe(false);
  });

  it.each([
    ['was created', (time: number) => ({ awsStackInfo: stack(time), actionLogs: [] })],
    ['was updated', (time: number) => ({ awsStackInfo: stack(now - minutes(600), time), actionLogs: [] })],
    ['is gone and was acted on', (time: number) => ({ awsStackInfo: null, actionLogs: [{ syncTime: time }] })],
    [
      'was acted on, in any of its logs',
      (time: number) => ({
        awsStackInfo: stack(now - minutes(600)),
        actionLogs: [{ syncTime: now - minutes(9) }, { syncTime: time }],
      }),
    ],
  ])('goes on for five minutes after the stack %s', (_, data) => {
    expect(isActive(data(now), null, now)).toBe(true);
    expect(isActive(data(now - 299_999), null, now)).toBe(true);
    expect(isActive(data(now - 300_000), null, now)).toBe(false);
  });

  it('takes what the server has already seen for recent, on a machine whose clock is behind', () => {
    expect(isActive({ awsStackInfo: null, actionLogs: [{ syncTime: now + minutes(9) }] }, null, now)).toBe(true);
  });

  it('asks no more about a stack that never was', () => {
    expect(isActive({ awsStackInfo: null, actionLogs: [] }, null, now)).toBe(false);
  });
});
