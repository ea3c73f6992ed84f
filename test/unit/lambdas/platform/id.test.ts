import { describe, expect, it } from '@jest/globals';
import { newId, newToken } from 'lambdas/platform/id';

describe('newId', () => {
  it('makes ids that sort in the order in which they were made, also within one millisecond', () => {
    // A machine makes many of these in each millisecond.
    const ids = Array.from({ length: 5000 }, () => newId());
    expect(new Set(ids.map((id) => id.slice(0, 10))).size).toBeLessThan(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('newToken', () => {
  it('has 256 random bits and never comes twice', () => {
    const tokens = Array.from({ length: 10_000 }, newToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(tokens.map((token) => Buffer.from(token, 'base64url').length))).toEqual(new Set([32]));
    // Every bit is set in some tokens, and not in others.
    const all = tokens.map((token) => BigInt(`0x${Buffer.from(token, 'base64url').toString('hex')}`));
    const everyBit = 2n ** 256n - 1n;
    expect(all.reduce((one, other) => one | other, 0n)).toBe(everyBit);
    expect(all.reduce((one, other) => one & other, everyBit)).toBe(0n);
  });
});
