import { describe, expect, it } from '@jest/globals';
import { isPublicAddress, isPublicHost, publicLookup } from 'lambdas/platform/outside/ssrf-guard';

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    // These are the special-use networks of iana.org/assignments/iana-ipv4-special-registry and
    // iana-ipv6-special-registry.
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fec0::1',
    'no address',
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isPublicHost', () => {
  it.each(['bj.lianjia.com', 'hz.ke.com', '93.184.216.34', '[2606:4700::1111]'])('accepts %s', (host) => {
    expect(isPublicHost(host)).toBe(true);
  });
  it.each([
    'localhost',
    'site.localhost',
    'nas',
    'nas.lan',
    'site.test',
    'metadata.google.internal',
    '2130706433',
    '127.0.0.1',
    '[::1]',
    '192.168.1.1',
  ])('rejects %s', (host) => {
    expect(isPublicHost(host)).toBe(false);
  });
});

describe('publicLookup', () => {
  it('fails for a host with a private address', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));
    expect(error).toMatchObject({ code: 'privateAddress', message: expect.stringContaining('private address') });
  });

  it.each([
    [['93.184.216.34', '2606:4700::1111'], null, 2],
    [['93.184.216.34', '10.0.0.1'], 'site.example leads to a private address', 0],
    [['10.0.0.1', '93.184.216.34'], 'site.example leads to a private address', 0],
    [['93.184.216.34', '::ffff:127.0.0.1'], 'site.example leads to a private address', 0],
    [[], 'site.example has no address', 0],
  ])('checks every address of %j', (addresses, refusal, count) => {
    const found: unknown[] = [];
    publicLookup(
      'site.example',
      { all: true },
      (error, given) => found.push(error?.message ?? null, given),
      (_, __, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    );
    expect(found[0]).toBe(refusal);
    expect(found[1]).toHaveLength(count);
  });
});
