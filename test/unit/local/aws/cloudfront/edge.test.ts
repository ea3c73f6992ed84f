import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from 'local/json';
import { isUploaded } from 'local/aws/cloudfront/bucket';
import type { HttpRequest } from 'local/http/http-message';
import { listen } from 'local/http/listen';
import { createEdge } from 'local/aws/cloudfront/edge';
import { sampleBehaviour, sampleConfig, sampleResources } from './sample.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
const servers: Server[] = [];
beforeAll(() => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>hello');
  writeFileSync(path.join(folder, 'assets', 'app.js'), 'app()');
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function edge(distribution = sampleConfig) {
  const asked: HttpRequest[] = [];
  const listener = createEdge({
    resources: sampleResources(distribution),
    assetPath: () => folder,
    endpoint: 'http://127.0.0.1:1',
    api: async (request) => {
      asked.push(request);
      return {
        status: 404,
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['x-kept', 'the function'],
          ['content-security-policy', 'weak'],
        ],
        body: '{}',
      };
    },
    clock: { now: () => Date.now() },
    control: (_, response) => response.end('control'),
  });
  const server = createServer(listener);
  servers.push(server);
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    asked,
    get: (uri: string, init: RequestInit = {}) => fetch(url + uri, { redirect: 'manual', ...init }),
  };
}

describe('the files behind CloudFront', () => {
  it('carry the type, the cache-control of their upload and an etag', async () => {
    const { get } = await edge();
    const page = await get('/');
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html>hello']);
    expect(page.headers.get('content-type')).toBe('text/html');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const asset = await get('/assets/app.js');
    expect([asset.headers.get('content-type'), asset.headers.get('cache-control')]).toEqual([
      'text/javascript',
      'immutable',
    ]);
  });

  it('are not sent again when the etag matches', async () => {
    const { get } = await edge();
    const etag = (await get('/assets/app.js')).headers.get('etag') ?? '';
    const again = await get('/assets/app.js', { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, 'immutable', '']);
    expect((await get('/assets/app.js', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('lie under the prefix of their upload, with its encoding', async () => {
    const { get } = await edge();
    const response = await get('/br/index.html', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(response.headers.get('content-length')).toBe('20');
  });

  it('are 403 when missing, because CloudFront may not list the bucket', async () => {
    const { get } = await edge();
    const response = await get('/assets/none.js');
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/xml']);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  });

  it('can only be read', async () => {
    const { get } = await edge();
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(403);
  });

  it.each<[string, string[], string[], boolean]>([
    ['assets/a/b.js', ['*'], ['assets/*'], true],
    ['index.html', ['*'], ['assets/*'], false],
    ['a.js', ['?.js'], [], false],
    ['ab.js', ['?.js'], [], true],
    ['b.js', ['[!a].js'], [], false],
    ['axjs', ['a.js'], [], true],
  ])('of an upload: %s with exclusions %j and inclusions %j: %s', (file, exclude, include, expected) => {
    expect(isUploaded(file, exclude, include)).toBe(expected);
  });
});

describe('the headers of CloudFront', () => {
  it('are the policy’s on every response, except those for HTTPS', async () => {
    const { get } = await edge();
    for (const uri of ['/', '/assets/none.js', '/api/a', '/old']) {
      const { headers } = await get(uri);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toBe('camera=()');
      expect(headers.has('strict-transport-security')).toBe(false);
    }
  });

  it('replace the origin’s headers only with Override', async () => {
    const { get } = await edge();
    expect((await get('/api/a')).headers.get('x-kept')).toBe('the function');
    expect((await get('/')).headers.get('x-kept')).toBe('the policy');
  });
});

describe('a call through CloudFront', () => {
  it('reaches the API with the secret header and the viewer’s address, even when the sender set them', async () => {
    const { get, asked } = await edge();
    const response = await get('/api/a%2Fb?x=1&__proto__=2', {
      method: 'PUT',
      body: '{"a":1}',
      headers: { 'x-origin-verify': 'guess', 'x-viewer-address': '1.2.3.4', cookie: 'a=1; odd', 'x-a': 'b' },
    });
    expect([response.status, response.headers.getSetCookie()]).toEqual([404, ['a=1', 'b=2']]);
    const [request] = asked;
    const headers = Object.fromEntries(request?.headers ?? []);
    expect(request).toMatchObject({ method: 'PUT', path: '/api/a%2Fb', query: 'x=1&__proto__=2' });
    expect(String(request?.body)).toBe('{"a":1}');
    expect(headers).toMatchObject({
      'x-origin-verify': 'known',
      'x-viewer-address': '127.0.0.1',
      host: 'api.example',
      cookie: 'a=1; odd',
      'x-a': 'b',
    });
    expect(request?.sourceIp).not.toBe('127.0.0.1');
    expect(request?.headers.filter(([name]) => name === 'x-origin-verify')).toHaveLength(1);
  });
});

describe('a CloudFront Function', () => {
  it('gets a genuine event', async () => {
    const { get } = await edge();
    const event: unknown = await (await get('/who?a=1&a=2&b=%20', { headers: { cookie: 'c=d', 'x-a': 'b' } })).json();
    expect(event).toMatchObject({
      version: '1.0',
      context: { eventType: 'viewer-request', distributionDomainName: 'd.example' },
      viewer: { ip: '127.0.0.1' },
      request: {
        method: 'GET',
        uri: '/who',
        querystring: { a: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] }, b: { value: '%20' } },
        headers: { 'x-a': { value: 'b' } },
        cookies: { c: { value: 'd' } },
      },
    });
  });

  it('can answer the request itself', async () => {
    const { get } = await edge();
    const response = await get('/old');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/new']);
  });

  it('has no API except the language', async () => {
    const { get } = await edge();
    expect(await (await get('/world')).text()).toBe('undefinedundefinedundefined');
  });

  it.each(['/throw', '/host'])('is 503 without detail when it fails or breaks a rule: %s', async (uri) => {
    const { get } = await edge();
    const response = await get(uri);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('the edge', () => {
  it.each(['/_local', '/_local/', '/_local/state', '/_local?a'])('gives %s to the control page', async (uri) => {
    const { get } = await edge();
    expect(await (await get(uri)).text()).toBe('control');
  });

  it('gives nothing else to it', async () => {
    const { get } = await edge();
    expect(await (await get('/_localx')).text()).toBe('<!doctype html>hello');
  });

  it.each<[string, JsonObject]>([
    ['Restrictions', { ...sampleConfig, Restrictions: {} }],
    ['Compress', { ...sampleConfig, CacheBehaviors: [sampleBehaviour({ TargetOriginId: 'api', Compress: true })] }],
    ['elsewhere', { ...sampleConfig, DefaultCacheBehavior: sampleBehaviour({ TargetOriginId: 'elsewhere' }) }],
    [
      'cache policy',
      { ...sampleConfig, DefaultCacheBehavior: sampleBehaviour({ TargetOriginId: 'files', CachePolicyId: '1-2' }) },
    ],
    [
      'missing',
      {
        ...sampleConfig,
        DefaultCacheBehavior: sampleBehaviour({ TargetOriginId: 'files', ResponseHeadersPolicyId: 'missing' }),
      },
    ],
  ])('refuses by name what it cannot imitate: %s', async (name, distribution) => {
    await expect(edge(distribution)).rejects.toThrow(name);
  });
});
