import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { viewerRequestFunction } from 'local/aws/cloudfront/edge-function';
import type { Header } from 'local/http/http-message';
import { everyCall } from '../../support/contract/contract.ts';

const edge = { id: 'E1', domainName: 'd1.cloudfront.net' };
const code = (name: string) => readFileSync(`infra/src/edge/${name}.js`, 'utf8');

/** Runs the function at the edge on a request. */
const pass = (name: string, path: string, headers: Header[]) =>
  viewerRequestFunction({ name, code: code(name) }, edge)(
    { method: 'GET', path, query: '', headers, body: Buffer.alloc(0), sourceIp: '203.0.113.9' },
    'request-1',
  );

const known: Header = ['cookie', `a=1; __Host-device=${'A'.repeat(43)}`];
/** Returns the path of a call behind the edge. */
const pathOf = async (path: string, headers: Header[]) => {
  const passed = await pass('api-viewer-request', path, [['host', 'home.example'], ...headers]);
  return 'request' in passed ? passed.request.path : undefined;
};

describe('a call at the edge', () => {
  it('gets the address and the host of its connection, whatever the sender says', async () => {
    const forged: Header[] = [
      ['host', 'home.example'],
      ['x-viewer-address', '198.51.100.1'],
      ['x-viewer-host', 'elsewhere.example'],
      ['x-forwarded-host', 'elsewhere.example'],
      ['x-forwarded-for', '198.51.100.1'],
    ];
    const passed = await pass('api-viewer-request', '/api/auth/logout', forged);
    const headers = 'request' in passed ? passed.request.headers : [];
    const named = (name: string) => headers.filter(([header]) => header === name).map(([, value]) => value);
    expect(named('x-viewer-address')).toEqual(['203.0.113.9']);
    expect(named('x-viewer-host')).toEqual(['home.example']);
  });

  it.each(everyCall.map(({ key, knownRoute }) => [key, knownRoute !== undefined] as const))(
    'has a route of its own for a browser that has signed in before exactly when it is a step: %s',
    async (key, isStep) => {
      const path = key.slice(key.indexOf(' ') + 1);
      expect(await pathOf(path, [])).toBe(path);
      expect(await pathOf(path, [['cookie', 'a=1']])).toBe(path);
      expect(await pathOf(path, [known])).toBe(isStep ? path.replace('/auth/', '/auth/known/') : path);
    },
  );

  it.each(['/api/%', '/api/ljmonitor/house/%zz/read', '/api/%c3%28'])(
    'is refused in the words of the contract when its path is not well-formed: %s',
    async (path) => {
      const answer = await pass('api-viewer-request', path, [['host', 'home.example']]);
      expect(answer).toMatchObject({ answer: { statusCode: 400 } });
      expect(JSON.stringify(answer)).toContain('is not well-formed');
    },
  );
});

describe('a request for a file at the edge', () => {
  it.each([
    ['/chat', '/index.html'],
    ['/', '/index.html'],
    ['/stack/a/b', '/index.html'],
    ['/ljmonitor/bring', '/bring.html'],
    ['/ljmonitor/bring/x', '/index.html'],
    ['/assets/app-1234.js', '/assets/app-1234.js'],
    ['/assets/none.txt', '/assets/none.txt'],
  ])('of %s is one for %s', async (path, expected) => {
    expect(await pass('site-viewer-request', path, [['host', 'd1.cloudfront.net']])).toMatchObject({
      request: { path: expected },
    });
  });
});

describe('a request for a file that the build has not made', () => {
  it.each(['/favicon.png', '/robots.txt', '/a/b.php', '/wp-login.php'])('is answered with 404: %s', async (path) => {
    expect(await pass('site-viewer-request', path, [['host', 'd1.cloudfront.net']])).toMatchObject({
      answer: { statusCode: 404, body: { data: 'There is no such file.' } },
    });
  });
});
