import { describe, expect, it } from '@jest/globals';
import { cachedOrigin } from 'local/aws/cloudfront/edge-cache';
import { type CachePolicy, readCachePolicies } from 'local/aws/cloudfront/cache-policy';
import type { Header, HttpRequest } from 'local/http/http-message';
import { resource } from '../../template/resource.ts';

const policies = readCachePolicies([
  resource('AWS::CloudFront::CachePolicy', 'Own', {
    CachePolicyConfig: {
      Name: 'own',
      MinTTL: 0,
      DefaultTTL: 60,
      MaxTTL: 100,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'allExcept', Cookies: ['ignored'] },
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-Kind'] },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['page'] },
        EnableAcceptEncodingGzip: true,
      },
    },
  }),
]);
function policyOf(id: string): CachePolicy {
  const policy = policies.get(id);
  if (!policy) throw new Error(id);
  return policy;
}
const optimized = policyOf('658327ea-f89d-4fab-a63d-7e88639e58f6');
const disabled = policyOf('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
const own = policyOf('Own-ref');

interface Answering {
  status?: number;
  headers?: Header[];
  errorTtl?: [number, number][];
}

/** Creates a cache before an origin that counts its requests in the bodies of its answers. */
function cache(policy: CachePolicy, { status = 200, headers = [], errorTtl = [] }: Answering = {}) {
  let nowMs = Date.UTC(2026, 10, 22);
  const asked: HttpRequest[] = [];
  const origin = cachedOrigin({
    policy,
    errorTtl: new Map(errorTtl),
    now: () => nowMs,
    ask: async (request) => ({ status, headers, body: String(asked.push(request)) }),
  });
  return {
    asked,
    wait: (seconds: number) => void (nowMs += seconds * 1000),
    get: (path = '/a', sent: Header[] = [], method = 'GET') => {
      const [uri = '', query = ''] = path.split('?');
      return origin({ method, path: uri, query, headers: sent, body: Buffer.alloc(0), sourceIp: '203.0.113.1' });
    },
  };
}
const bodies = async (answers: Promise<{ body: Buffer | string }>[]) =>
  (await Promise.all(answers)).map(({ body }) => body);

describe('the cache of the edge', () => {
  it.each<[string, Header[], CachePolicy, number]>([
    ['the default without a time', [], own, 60],
    ['max-age', [['cache-control', 'max-age=30']], own, 30],
    ['s-maxage before max-age', [['cache-control', 'max-age=30, s-maxage=20']], own, 20],
    ['Expires', [['expires', 'Sun, 22 Nov 2026 00:00:40 GMT']], own, 40],
    ['the maximum at most', [['cache-control', 'max-age=5000']], own, 100],
    ['the minimum at least', [['cache-control', 'max-age=0']], optimized, 1],
    ['the minimum in spite of no-store', [['cache-control', 'no-store']], optimized, 1],
    ['the minimum in spite of private', [['cache-control', 'private, max-age=9']], optimized, 1],
  ])('keeps an answer for %s', async (_, headers, policy, seconds) => {
    const { get, wait, asked } = cache(policy, { headers });
    await get();
    wait(seconds - 0.001);
    expect((await get()).headers).toContainEqual(['x-cache', 'Hit from cloudfront']);
    wait(0.001);
    await get();
    expect(asked).toHaveLength(2);
  });

  it.each<[string, CachePolicy, Header[]]>([
    ['CachingDisabled', disabled, [['cache-control', 'max-age=60']]],
    ['no-cache and no minimum', own, [['cache-control', 'no-cache']]],
  ])('keeps nothing with %s', async (_, policy, headers) => {
    const { get } = cache(policy, { headers });
    expect(await bodies([get(), get()])).toEqual(['1', '2']);
  });

  it('keeps nothing of a call that writes', async () => {
    const { get } = cache(optimized);
    expect(await bodies([get('/a', [], 'POST'), get('/a', [], 'POST')])).toEqual(['1', '2']);
  });

  it('gives an answer to everyone whose request differs in nothing that the policy names', async () => {
    const { get } = cache(optimized);
    const [first] = await bodies([get('/a', [['cookie', '__Host-sid=ann']])]);
    expect(await bodies([get('/a?x=1', [['cookie', '__Host-sid=bo']])])).toEqual([first]);
    expect(await bodies([get('/b'), get('/a', [['accept-encoding', 'gzip, br']])])).toEqual(['2', '3']);
  });

  it('tells requests apart by the headers, cookies and parameters of the policy', async () => {
    const { get } = cache(own);
    const kind: Header = ['x-kind', 'one'];
    await get('/a?page=1&x=1', [kind, ['cookie', 'a=1; ignored=1']]);
    expect(await bodies([get('/a?page=1&x=2', [kind, ['cookie', 'a=1; ignored=2']])])).toEqual(['1']);
    expect(await bodies([get('/a?page=2', [kind, ['cookie', 'a=1']])])).toEqual(['2']);
    expect(await bodies([get('/a?page=1', [kind, ['cookie', 'a=2']])])).toEqual(['3']);
    expect(await bodies([get('/a?page=1', [['cookie', 'a=1']])])).toEqual(['4']);
  });

  it('answers 304 itself, and asks the origin for the whole object', async () => {
    const { get, asked } = cache(optimized, { headers: [['etag', '"1"']] });
    const sent: Header[] = [['if-none-match', '"1"']];
    expect([await get('/a', sent), await get('/a', sent)]).toMatchObject([{ status: 304 }, { status: 304 }]);
    expect(asked.map(({ headers }) => headers)).toEqual([[]]);
    expect(await get('/a', [['if-none-match', '"2"']])).toMatchObject({ status: 200, body: '1' });
  });
});

describe('an error', () => {
  const noStore: Header[] = [['cache-control', 'no-store']];

  it.each([404, 414, 500, 501, 502, 503, 504])(
    'with status %s is kept for ten seconds, whatever anyone says',
    async (status) => {
      const { get, wait } = cache(disabled, { status, headers: noStore });
      expect(await bodies([get()])).toEqual(['1']);
      wait(9.9);
      expect(await bodies([get()])).toEqual(['1']);
      wait(0.1);
      expect(await bodies([get()])).toEqual(['2']);
    },
  );

  it.each([400, 401, 403, 405, 409, 429])('with status %s is not kept', async (status) => {
    const { get } = cache(optimized, { status, headers: noStore });
    expect(await bodies([get(), get()])).toEqual(['1', '2']);
  });

  it('is kept as long as the distribution says', async () => {
    const { get } = cache(disabled, { status: 404, errorTtl: [[404, 0]] });
    expect(await bodies([get(), get()])).toEqual(['1', '2']);
  });
});
