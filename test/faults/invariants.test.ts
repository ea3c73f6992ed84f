import { describe, expect, it } from '@jest/globals';
import { stuckReason } from '../support/faults/invariants.ts';

const now = 1_000_000_000;
const row = { pk: 'A#1', sk: 'A' };

describe('an item that waits for a worker that has died', () => {
  it.each([
    [{ ...row, isRefresh: true, resblockIds: ['1', '2'], done: 1, leaseUntilMs: now - 120_000 }],
    [{ ...row, status: 'IN_PROGRESS', leaseUntil: now - 120_000 }],
    [{ ...row, status: 'PENDING', leaseUntilMs: now - 120_000 }],
    [{ ...row, syncStatus: 'RUNNING', lease: now - 120_000 }],
  ])('is found in %j', (late) => {
    expect(stuckReason(late, now)).toMatch(/^A#1 A: lease/);
  });

  it.each([
    [{ ...row, isRefresh: true, resblockIds: ['1', '2'], done: 2, leaseUntilMs: now - 120_000 }],
    [{ ...row, isRefresh: true, resblockIds: ['1', '2'], done: 1, leaseUntilMs: now }],
    [{ ...row, status: 'DONE', leaseUntil: now - 120_000 }],
    [{ ...row, expiresAtMs: now - 120_000 }],
  ])('is not found in %j', (settled) => {
    expect(stuckReason(settled, now)).toBeUndefined();
  });
});
