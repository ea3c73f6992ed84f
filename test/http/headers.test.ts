import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { never, startCloud } from '../support/aws/cloud.ts';
import { sampleRequestOf, requestOf } from '../support/contract/matrices.ts';
import { type RawRequest, sendRaw } from '../support/site/raw-request.ts';

const cloud = await startCloud({ listing: { refreshSchedule: never } });
afterAll(() => cloud.close());

const html = readFileSync('web/dist/index.html', 'utf8');
const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.indexOf('</script>'));
const hash = createHash('sha256').update(script).digest('base64');

/** The buckets of uploads and of files are behind the local endpoint; deployed, they are at S3's own address. */
const bucketUrl = (name: string) => {
  const bucket = cloud.app.cloud.resources.find(({ logicalId }) => logicalId.startsWith(name));
  return `${cloud.app.cloud.aws.endpoint}/${bucket?.ref}/`;
};
/** The headers that the local site sends. CloudFront adds those that need https. Only the app's document has a script. */
const site = policyOf(`'self' 'sha256-${hash}'`, ` ${bucketUrl('UploadsBucket')}`, ` ${bucketUrl('FilesBucket')}`);
const bring = policyOf("'self'");
const deployed = (policy: string) =>
  policy.replaceAll(cloud.app.cloud.aws.endpoint, () => 'https://s3.us-east-1.amazonaws.com');

function policyOf(scripts: string, uploads = '', files = '') {
  return (
    `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self' data: https://lh3.googleusercontent.com${files}; ` +
    `font-src 'self'; connect-src 'self'${uploads}${files}; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; ` +
    "base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types worker pdf"
  );
}
const api = "default-src 'none'; frame-ancestors 'none'; sandbox";
const custom = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
/** The one document that must reach the tab which has opened it. */
const bringPath = '/ljmonitor/bring';
const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  ...custom,
};

const isAboutSecurity = (name: string) =>
  name in everywhere ||
  /^(content-security-policy.*|strict-transport-security|access-control-.*|x-powered-by)$/.test(name);

/** Returns the security headers of an answer, and those that would reveal too much about the server. */
async function told(request: Partial<RawRequest>) {
  const { status, headers } = await sendRaw(cloud.origin, { method: 'GET', path: '/', ...request });
  const security = Object.fromEntries(Object.entries(headers).filter(([name]) => isAboutSecurity(name)));
  return { status, headers, security };
}

const Behaviour = z.object({
  PathPattern: z.string().default('/*'),
  ResponseHeadersPolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
});
const Distribution = z.object({
  DistributionConfig: z.object({ DefaultCacheBehavior: Behaviour, CacheBehaviors: z.array(Behaviour) }),
});
const { resources } = cloud.app.cloud;
const [distribution] = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
const { DefaultCacheBehavior, CacheBehaviors } = Distribution.parse(distribution?.properties).DistributionConfig;
/** Only what goes to a function is passed on with what the viewer sent. */
const behaviours = [DefaultCacheBehavior, ...CacheBehaviors].map((behaviour) => ({
  ...behaviour,
  policy: behaviour.OriginRequestPolicyId ? api : behaviour.PathPattern === bringPath ? bring : site,
  openerPolicy: behaviour.PathPattern === bringPath ? 'unsafe-none' : 'same-origin',
}));

describe.each(behaviours)(
  'what CloudFront answers under $PathPattern',
  ({ PathPattern, ResponseHeadersPolicyId, policy, openerPolicy }) => {
    const ownCustom = { ...custom, 'cross-origin-opener-policy': openerPolicy };

    it('has every security header, and keeps browsers to https', () => {
      const found = resources.find(({ ref }) => ref === ResponseHeadersPolicyId);
      expect(found?.properties['ResponseHeadersPolicyConfig']).toEqual({
        Name: expect.any(String),
        CustomHeadersConfig: {
          Items: Object.entries(ownCustom).map(([Header, Value]) => ({ Header, Value, Override: true })),
        },
        SecurityHeadersConfig: {
          ContentSecurityPolicy: {
            ContentSecurityPolicy: policy === api ? api : `${deployed(policy)}; upgrade-insecure-requests`,
            Override: true,
          },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY', Override: true },
          ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
          StrictTransportSecurity: {
            AccessControlMaxAgeSec: 63_072_000,
            IncludeSubdomains: true,
            Preload: true,
            Override: true,
          },
        },
      });
    });

    it('has the same headers locally for every request', async () => {
      const path = PathPattern.replaceAll('*', 'anything');
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const { security } = await told({ method, path });
        expect({ method, security }).toEqual({
          method,
          security: { 'content-security-policy': policy, ...everywhere, ...ownCustom },
        });
      }
    });
  },
);

const ours = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

describe('the headers of security.md', () => {
  it('are on every document and asset, and on what the edge says in their place', async () => {
    const { text } = await sendRaw(cloud.origin, { method: 'GET', path: '/' });
    const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
    const { headers } = await told({ path: asset });
    const asked: [number, Partial<RawRequest>][] = [
      [200, { path: '/' }],
      [200, { path: '/ljmonitor?resblockId=1' }],
      [200, { path: '/', headers: { 'accept-encoding': 'br' } }],
      [200, { path: asset }],
      [304, { path: asset, headers: { 'if-none-match': String(headers.etag) } }],
      [403, { path: '/assets/none.js' }],
      [403, { method: 'POST', path: '/' }],
    ];
    for (const [status, request] of asked) {
      expect({ request, ...(await told(request)) }).toMatchObject({ request, status });
      expect((await told(request)).security).toEqual({ 'content-security-policy': site, ...everywhere });
    }
  });

  it('let one document, which is not the app, reach the tab that has opened it', async () => {
    const { status, security } = await told({ path: bringPath });
    expect({ status, opener: security['cross-origin-opener-policy'] }).toEqual({ status: 200, opener: 'unsafe-none' });
    const { text } = await sendRaw(cloud.origin, { method: 'GET', path: bringPath });
    expect(text).toMatch(/\/assets\/bring-[^"]+\.js/);
    for (const path of ['/bring.html', `${bringPath}/`, `${bringPath}/x`, '/ljmonitor'])
      expect((await told({ path })).security['cross-origin-opener-policy']).toBe('same-origin');
  });

  const leaving = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const signIn = { method: 'POST', path: '/api/auth/cognito/sign_in' };

  it.each<[number, string, RawRequest]>([
    [200, 'an answer', { method: 'GET', path: '/api/health' }],
    [302, 'a redirect', { method: 'GET', path: '/api/auth/logout', headers: leaving }],
    [400, 'a refusal of bad input', { ...signIn, headers: ours, body: '{}' }],
    [400, 'a refusal at the edge', { method: 'GET', path: '/api/%' }],
    [401, 'a refusal of strangers', { method: 'GET', path: '/api/chat/usage' }],
    [403, 'a refusal of other sites', { ...signIn, headers: { 'sec-fetch-site': 'cross-site' }, body: '{}' }],
    [404, 'what is not there', { method: 'GET', path: '/api/nothing' }],
    [413, 'a refusal of too much', { ...signIn, headers: ours, body: JSON.stringify({ a: 'a'.repeat(300_000) }) }],
  ])('are on a call’s %i: %s', async (expected, _, request) => {
    const { status, headers, security } = await told(request);
    expect({ status, security }).toEqual({
      status: expected,
      security: { 'content-security-policy': api, ...everywhere },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it.each(cloud.calls.map((call): [string, RawRequest] => [call.key, requestOf(sampleRequestOf(call))]))(
    'are on the answer to %s',
    async (_, request) => {
      const { headers, security } = await told(request);
      expect(security).toEqual({ 'content-security-policy': api, ...everywhere });
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});

const get = (path: string, cookie: string) => sendRaw(cloud.origin, { method: 'GET', path, headers: { cookie } });

describe('one edge for several users', () => {
  it('gives each of them answers of their own, and a visitor none, whichever of them asked before', async () => {
    const Session = z.object({ data: z.object({ userContext: z.object({ name: z.string() }) }) });
    const names = ['Ann', 'Bob'];
    const cookies = new Map<string, string>();
    for (const name of names) cookies.set(name, await cloud.signIn(name));
    for (const [name, cookie] of cookies)
      await sendRaw(cloud.origin, {
        method: 'POST',
        path: '/api/chat/session/create',
        headers: { ...ours, cookie },
        body: JSON.stringify({ title: `of ${name}` }),
      });
    for (const name of [...names, ...names.toReversed()]) {
      const cookie = cookies.get(name) ?? '';
      const { body } = await get('/api/auth/session', cookie);
      expect(Session.parse(body).data.userContext.name).toBe(name);
      const { text } = await get('/api/chat/session/list', cookie);
      expect(text.match(/of (Ann|Bob)/g)).toEqual([`of ${name}`]);
      expect((await get('/api/auth/session', '')).status).toBe(401);
    }
  });

  it('asks the API anew after an error', async () => {
    const [first, second] = [await get('/api/nowhere', ''), await get('/api/nowhere', '')];
    expect([first.status, second.status]).toEqual([404, 404]);
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });
});

describe('an address without a call', () => {
  it('is refused like any other input when it is not well-formed', async () => {
    const answer = await get('/api/ljmonitor/house/%zz/read', '');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      errorCode: 'invalid',
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
      issues: [{ path: 'path', message: 'is not well-formed' }],
    });
  });

  it('answers 404 when it is unknown', async () => {
    expect(await get('/api/nothing/here', '')).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
  });
});

describe('the files of the site', () => {
  it.each([
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/icon-maskable-512.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('include %s', async (path, type) => {
    const { status, headers } = await told({ path });
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type });
  });

  it('are all that there is: another file is answered with a short 404, and the headers of the site', async () => {
    const { status, headers, security } = await told({ path: '/robots.txt' });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(security['content-security-policy']).toBe(site);
  });
});
