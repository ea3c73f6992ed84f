import { throttled } from 'local/aws/lambda/throttling';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { Json, JsonObject } from 'local/json';
import { createGateway } from 'local/aws/api-gateway/gateway';
import { readRoutes } from 'local/aws/api-gateway/routes';
import { listenerOf } from 'local/http/http-message';
import { listen } from 'local/http/listen';
import { resource } from '../../template/resource.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Given {
  routes?: string[];
  answer?: (event: Json, functionId: string) => Json | Promise<Json>;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  admits?: (routeKey: string) => boolean;
}

/**
 * Creates a gateway whose every route leads to a function named like the route, which answers with the event unless
 * told otherwise.
 */
async function gateway({ routes = ['$default'], answer = (event) => event, pause, admits = () => true }: Given = {}) {
  const events: Json[] = [];
  const origin = createGateway({
    routes: routes.map((routeKey) => ({ routeKey, functionId: routeKey })),
    admits,
    invoke: async (functionId, event) => {
      events.push(event);
      return answer(event, functionId);
    },
    clock: { now: () => Date.UTC(2025, 10, 20, 1, 2, 3) },
    ...(pause && { pause }),
  });
  const server = createServer(listenerOf(origin));
  servers.push(server);
  return { url: `http://127.0.0.1:${await listen(server)}`, events };
}

/** Returns the event that the function was given. */
async function eventOf(path: string, init: RequestInit = {}, routes = ['$default']): Promise<JsonObject> {
  const { url, events } = await gateway({ routes });
  await (await fetch(url + path, init)).arrayBuffer();
  const [event] = events;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) throw new Error('no event');
  return event;
}

const integration = (properties: JsonObject) => resource('AWS::ApiGatewayV2::Integration', 'A', properties);

describe('the routes of API Gateway', () => {
  const routes = [
    '$default',
    'GET /api/{proxy+}',
    'ANY /api/house/{houseId}',
    'GET /api/house/{houseId}',
    'GET /api/house/all',
    'GET /api/{kind}/all/{id}',
  ];

  it.each([
    ['GET', '/api/house/all', 'GET /api/house/all'],
    ['GET', '/api/house/12', 'GET /api/house/{houseId}'],
    ['PUT', '/api/house/12', 'ANY /api/house/{houseId}'],
    ['GET', '/api/house/all/3', 'GET /api/{kind}/all/{id}'],
    ['GET', '/api/house/12/history', 'GET /api/{proxy+}'],
    ['POST', '/api/house/12/history', '$default'],
    ['GET', '/api/house/', 'GET /api/{proxy+}'],
    ['GET', '/', '$default'],
  ])('sends %s %s to %s', async (method, path, routeKey) => {
    const { url } = await gateway({ routes, answer: (_, functionId) => ({ functionId }) });
    expect(await (await fetch(url + path, { method })).json()).toEqual({ functionId: routeKey });
  });

  it('answers 404 when no route matches and there is no default', async () => {
    const { url } = await gateway({ routes: ['GET /api/a'] });
    const response = await fetch(`${url}/api/b`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
  });

  it('come from the template, which may not contain an unknown integration', () => {
    const proxy = { IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', IntegrationUri: 'arn:one' };
    const route = resource('AWS::ApiGatewayV2::Route', 'B', { RouteKey: 'GET /api/a', Target: 'integrations/A-ref' });
    expect(readRoutes([integration(proxy), route])).toEqual([{ routeKey: 'GET /api/a', functionId: 'arn:one' }]);
    expect(() => readRoutes([integration({ ...proxy, PayloadFormatVersion: '1.0' }), route])).toThrow('A: only');
    expect(() => readRoutes([route])).toThrow('B: a route');
  });
});

describe('the event of a request', () => {
  it('has the shape of payload format 2.0', async () => {
    const event = await eventOf('/api/a?b=1&b=2&c=', { headers: { 'X-One': 'two', 'user-agent': 'me' } });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/api/a',
      rawQueryString: 'b=1&b=2&c=',
      queryStringParameters: { b: '1,2', c: '' },
      headers: { 'x-one': 'two', 'x-forwarded-for': '127.0.0.1' },
      requestContext: {
        http: { method: 'GET', path: '/api/a', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'me' },
        stage: '$default',
        time: '20/Nov/2025:01:02:03 +0000',
        timeEpoch: Date.UTC(2025, 10, 20, 1, 2, 3),
      },
      isBase64Encoded: false,
    });
    expect(event).not.toHaveProperty('body');
    expect(event).not.toHaveProperty('cookies');
    expect(event).not.toHaveProperty('pathParameters');
  });

  it('separates cookies from headers', async () => {
    const event = await eventOf('/', { headers: { cookie: 'a=1; b=x=y' } });
    expect(event['cookies']).toEqual(['a=1', 'b=x=y']);
    expect(event['headers']).not.toHaveProperty('cookie');
  });

  it('decodes the path and its parameters', async () => {
    const event = await eventOf('/api/%E6%9F%B3%2Fa', {}, ['GET /api/{name}']);
    expect(event).toMatchObject({ pathParameters: { name: '柳/a' }, rawPath: '/api/柳/a' });
  });

  it.each([
    ['application/json', '{"a":"柳"}', false],
    ['text/plain; charset=utf-8', 'a', false],
    ['application/x-www-form-urlencoded', 'a=1', true],
    ['application/octet-stream', 'a', true],
  ])('carries a body of %s as text or in base64', async (type, body, isBase64Encoded) => {
    const event = await eventOf('/', { method: 'POST', body, headers: { 'content-type': type } });
    expect(event).toMatchObject({ isBase64Encoded, body: isBase64Encoded ? btoa(body) : body });
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB for an invocation, with the body in base64.
  it.each([
    [4_400_000, 200],
    [4_800_000, 413],
  ])('may have 6 MB after its body was encoded: %i bytes of it', async (length, status) => {
    const { url, events } = await gateway({ answer: () => 'taken' });
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(url, { method: 'POST', headers, body: Buffer.alloc(length) });
    expect([answer.status, events.length]).toEqual([status, status === 200 ? 1 : 0]);
  });

  it('keeps a parameter called __proto__', async () => {
    const { queryStringParameters } = await eventOf('/?__proto__=1');
    expect(JSON.stringify(queryStringParameters)).toBe('{"__proto__":"1"}');
  });
});

describe('the answer to a request', () => {
  it.each<[string, Json, string]>([
    ['an object without a status', { a: 1 }, '{"a":1}'],
    ['a text', 'hello', 'hello'],
    ['a list', [1], '[1]'],
  ])('is JSON with status 200 for %s', async (_, result, body) => {
    const { url } = await gateway({ answer: () => result });
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      body,
    ]);
  });

  it('has the status, headers, cookies and bytes of the function’s result', async () => {
    const answer = {
      statusCode: 201,
      headers: { 'X-A': 'b', 'content-type': 'image/png' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: 'AAH/',
      isBase64Encoded: true,
    };
    const { url } = await gateway({ answer: () => answer });
    const response = await fetch(url);
    expect(response.status).toBe(201);
    expect(response.headers.get('x-a')).toBe('b');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 255]);
  });

  it.each<[string, () => Json | Promise<Json>]>([
    ['throws', () => Promise.reject(new Error('secret'))],
    ['is throttled by Lambda', () => Promise.reject(throttled())],
    ['gives a body that is no text', () => ({ statusCode: 200, body: { secret: 1 } })],
    ['gives no status that exists', () => ({ statusCode: 42, body: 'secret' })],
    ['answers more than Lambda allows', () => 'a'.repeat(6_300_000)],
  ])('is 500 without detail when the function %s', async (_, answer) => {
    const { url } = await gateway({ answer });
    const response = await fetch(url);
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  });

  it('is 503 when the function takes 30 seconds', async () => {
    const pauses: number[] = [];
    const pause = (ms: number) => Promise.resolve(pauses.push(ms));
    const { url } = await gateway({ answer: () => new Promise(() => {}), pause });
    const response = await fetch(url);
    expect([response.status, await response.json()]).toEqual([503, { message: 'Service Unavailable' }]);
    // docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html limits an integration to this.
    expect(pauses).toEqual([30_000]);
  });

  it('ends the wait for that limit', async () => {
    const signals: AbortSignal[] = [];
    const pause = (_: number, signal: AbortSignal) => new Promise(() => void signals.push(signal));
    const { url } = await gateway({ pause });
    await (await fetch(url)).text();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is 413 for a body over 10 MB, without a call of the function', async () => {
    const { url, events } = await gateway();
    const response = await fetch(url, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect([response.status, events.length]).toEqual([413, 0]);
  });

  it('is 431 for more than 10,240 bytes of headers', async () => {
    const { url, events } = await gateway();
    const response = await fetch(url, { headers: { a: 'b'.repeat(10_200) } });
    expect([response.status, events.length]).toEqual([431, 0]);
  });

  it('is 400 for a path that cannot be decoded', async () => {
    const { url } = await gateway();
    const status = await new Promise((resolve, reject) => {
      httpRequest(`${url}/api/%zz`, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
  });
});
