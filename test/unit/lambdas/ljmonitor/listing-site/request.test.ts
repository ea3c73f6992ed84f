import { afterAll, describe, expect, it } from '@jest/globals';

const dns = process.getBuiltinModule('node:dns');
const { lookup } = dns;
/** Every name leads to this machine, as a hostile DNS server would answer. */
const toThisMachine = (_: string, __: unknown, done: (error: null, addresses: object[]) => void) =>
  done(null, [{ address: '127.0.0.1', family: 4 }]);
// The client takes the function when it is loaded, so it is replaced before.
Object.assign(dns, { lookup: toThisMachine });
const { requestPage } = await import('lambdas/ljmonitor/listing-site/request');
afterAll(() => void Object.assign(dns, { lookup }));

describe('requestPage', () => {
  it('connects only to addresses that the SSRF guard has checked', async () => {
    const request = requestPage(new URL('https://site.example/'), { signal: AbortSignal.timeout(10_000) });
    await expect(request).rejects.toThrow('site.example leads to a private address');
  });
});
