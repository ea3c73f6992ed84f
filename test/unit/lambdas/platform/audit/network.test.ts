import { describe, expect, it } from '@jest/globals';
import { coarseNetworkOf, networkOf } from 'lambdas/platform/audit/network';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('maps %s to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('coarseNetworkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['', ''],
  ])('maps %j to the network %j', (address, network) => {
    expect(coarseNetworkOf(address)).toBe(network);
  });
});
