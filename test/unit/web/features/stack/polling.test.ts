import { describe, expect, it } from '@jest/globals';
import { isActive, hasRunningOperation, pollIntervalMs } from 'web/features/stack/polling';
import { info, log } from '../../../../support/site/stacks.ts';

const now = 1_700_000_000_000;
const minutes = (count: number) => count * 60_000;
const stack = (creationTime: number, updateTime: number | null = null) => ({ creationTime, updateTime });

describe('polling of a stack page', () => {
  it('continues until there is data', () => {
    expect(isActive(undefined, null, now)).toBe(true);
  });

  it('stops at an error, with and without data', () => {
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
  ])('continues for five minutes after the stack %s', (_, data) => {
    expect(isActive(data(now), null, now)).toBe(true);
    expect(isActive(data(now - 299_999), null, now)).toBe(true);
    expect(isActive(data(now - 300_000), null, now)).toBe(false);
  });

  it('counts future times as recent, on a machine whose clock is behind', () => {
    expect(isActive({ awsStackInfo: null, actionLogs: [{ syncTime: now + minutes(9) }] }, null, now)).toBe(true);
  });

  it('continues while the state is old, unless there is an error', () => {
    const data = { awsStackInfo: null, actionLogs: [], outdatedSince: now - minutes(60) };
    expect([isActive(data, null, now), isActive(data, new Error('no'), now)]).toEqual([true, false]);
  });

  it('stops for a stack that never existed', () => {
    expect(isActive({ awsStackInfo: null, actionLogs: [] }, null, now)).toBe(false);
  });
});

describe('a running operation', () => {
  it.each([
    ['CREATE_COMPLETE', 'RUNNING', true],
    ['DELETE_IN_PROGRESS', 'SUCCEEDED', true],
    ['CREATE_COMPLETE', 'SUCCEEDED', false],
    ['REVIEW_IN_PROGRESS', 'FAILED', false],
  ] as const)('is known by the status of the stack and of its actions: %s, %s', (stackStatus, syncStatus, expected) => {
    expect(hasRunningOperation({ awsStackInfo: info({ stackStatus }), actionLogs: [log({ syncStatus })] })).toBe(
      expected,
    );
  });

  it('is the only reason to poll in a hidden tab, and less often', () => {
    const rising = { awsStackInfo: null, actionLogs: [log({ syncTime: now })] };
    const risen = {
      awsStackInfo: info({ creationTime: now }),
      actionLogs: [log({ syncTime: now, syncStatus: 'FAILED' })],
    };
    const after = (data: typeof rising | typeof risen | undefined, isHidden: boolean, error: unknown = null) =>
      pollIntervalMs({ data, error, isHidden }, now);
    expect([after(rising, false), after(risen, false), after(undefined, false)]).toEqual([5_000, 5_000, 5_000]);
    expect([after(rising, true), after(risen, true), after(undefined, true)]).toEqual([15_000, false, false]);
    expect([after(rising, true, new Error('no')), after(rising, false, new Error('no'))]).toEqual([false, false]);
  });
});
