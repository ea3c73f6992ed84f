import { describe, expect, it } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { Reply } from 'lambdas/platform/http/reply';
import { endpoint, redirect } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { apiEvent } from '../../../../support/contract/api-event.ts';
import { person } from '../../../../support/person.ts';

const api = {
  greet: endpoint('GET /api/greet/{name}', { access: 'public', response: z.object({ text: z.string() }) }),
  whoAmI: endpoint('GET /api/me', { response: z.object({ userId: z.string() }) }),
  add: endpoint('POST /api/add', {
    query: z.strictObject({ note: z.string().optional() }),
    body: z.strictObject({ amount: z.number().max(9) }),
    response: z.object({ sum: z.number() }),
  }),
  tick: endpoint('POST /api/tick', { response: z.object({}) }),
  list: endpoint('GET /api/list', { response: z.array(z.object({ count: z.int() })) }),
  enter: endpoint('POST /api/enter', { access: 'public', cookies: true, response: z.object({ seen: z.string() }) }),
  leave: endpoint('GET /api/leave', { access: 'public', cookies: true, response: redirect }),
};

const ann = person('cognito|1', 'Ann');
const token = 'a'.repeat(43);
let reads = 0;
const noted: string[] = [];
const handler = httpHandler(
  api,
  {
    greet: async ({ params }) => ({ text: `hello ${params.name}` }),
    whoAmI: async ({ user }) => ({ userId: user.userId }),
    add: async ({ body }) => {
      if (body.amount === 0) throw new AppError('conflict', 'Nothing to add.', { current: 'ZERO' });
      if (body.amount === 1) throw new Error('the secret of the house');
      if (body.amount === 2) throw new AppError('tooMany', 'Slowly.', { retryAfterSeconds: 30 });
      return { sum: body.amount === 3 ? Number.NaN : body.amount + 1 };
    },
    tick: async () => ({}),
    list: async () => [{ count: 1 }, { count: 2.5 }, { count: 3 }],
    enter: async ({ request }) => {
      const seen = `${request.cookie('a')} from ${request.header('x-viewer-address') ?? 'nowhere'}`;
      if (request.cookie('a') === '') throw new AppError('conflict', 'No.', {}, ['b=; Max-Age=0']);
      return new Reply({ seen }, ['b=2; Secure', 'c=3; Secure'], { 'x-more': 'yes' });
    },
    leave: async () => new Reply({ location: '/' }, ['b=; Max-Age=0'], { 'clear-site-data': '"cache"' }),
  },
  {
    originVerify: 'new-secret,old-secret',
    now: () => new Date(0),
    audit: undefined,
    noteCall: async ({ userId }, { key }) => void noted.push(`${userId} ${key}`),
    sessions: {
      find: async (value) => {
        reads += 1;
        return value === token ? ann : undefined;
      },
    },
  },
);

interface CallInput {
  route: string;
  headers?: Record<string, string | undefined>;
  cookies?: string[];
  body?: string;
  query?: string;
  params?: Record<string, string>;
}

const event = ({ route, headers = {}, cookies = [`__Host-sid=${token}`], ...sent }: CallInput) =>
  apiEvent(route, {
    ...sent,
    cookies,
    headers: { 'x-origin-verify': 'new-secret', 'x-viewer-host': 'home.example', ...headers },
  });

async function ask(asked: CallInput) {
  const { statusCode, headers: answered, cookies: set, body: text } = await handler(event(asked));
  const parsed: unknown = JSON.parse(text ?? 'null');
  return { status: statusCode, headers: answered, cookies: set, body: parsed };
}

const add = (body: string | undefined, more: Partial<CallInput> = {}) =>
  ask({ route: 'POST /api/add', ...(body === undefined ? {} : { body }), ...more });

describe('httpHandler', () => {
  it('runs a public call without a session', async () => {
    const answer = await ask({ route: 'GET /api/greet/{name}', params: { name: 'Bo' }, cookies: [] });
    expect(answer).toMatchObject({ status: 200, body: { text: 'hello Bo' } });
    expect(answer.headers).toMatchObject({ 'x-request-id': 'request-1', 'cache-control': 'no-store' });
  });

  it('passes the signed-in user', async () => {
    expect(await ask({ route: 'GET /api/me' })).toMatchObject({
      status: 200,
      body: { userId: 'cognito|1' },
      cookies: undefined,
    });
  });

  it('notes the calls of users alone', async () => {
    noted.length = 0;
    await ask({ route: 'GET /api/me' });
    await ask({ route: 'GET /api/me', cookies: [] });
    await ask({ route: 'GET /api/greet/{name}', params: { name: 'Bo' } });
    expect(noted).toEqual(['cognito|1 GET /api/me']);
  });

  it.each([[[]], [['__Host-sid=']], [['__Host-sid=garbage']], [[`sid=${token}`]]])('refuses %j', async (cookies) => {
    expect(await ask({ route: 'GET /api/me', cookies })).toMatchObject({
      status: 401,
      body: { errorCode: 'unauthenticated', requestId: 'request-1' },
    });
  });

  it('leaves an item out of a list that breaks the contract', async () => {
    expect(await ask({ route: 'GET /api/list' })).toMatchObject({ status: 200, body: [{ count: 1 }, { count: 3 }] });
  });

  it('authenticates before it checks the input', async () => {
    expect((await add('{', { cookies: [] })).status).toBe(401);
  });

  it("answers unknown addresses in the API's error format", async () => {
    expect(await ask({ route: '$default' })).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
  });

  it.each([
    ['no JSON', '{', 'body'],
    ['nothing', undefined, 'body'],
    ['null', 'null', 'body'],
    ['a list', '[]', 'body'],
    ['the wrong type', '{"amount":"1"}', 'body.amount'],
    ['too much', '{"amount":10}', 'body.amount'],
    ['a missing field', '{}', 'body.amount'],
    ['an unknown field', '{"amount":5,"admin":true}', 'body'],
    ['a prototype', '{"amount":5,"__proto__":{"admin":true}}', 'body'],
    ['NaN', '{"amount":NaN}', 'body'],
  ])('lists the issues of %s', async (_, body, path) => {
    const answer = await add(body);
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
    expect(z.object({ issues: z.array(z.object({ path: z.string() })) }).parse(answer.body).issues[0]?.path).toBe(path);
  });

  it.each([
    ['a repeated parameter', 'note=a&note=b', 'query.note: is given more than once'],
    ['a parameter repeated empty', 'note=a&note=', 'query.note: is given more than once'],
    ['an unknown parameter', 'other=a', 'other'],
  ])('refuses %s', async (_, query, message) => {
    const body = { message: expect.stringContaining(message) };
    expect(await add('{"amount":5}', { query })).toMatchObject({ status: 400, body });
  });

  it('treats an empty parameter as absent', async () => {
    expect(await add('{"amount":5}', { query: 'note=&other=' })).toMatchObject({ status: 200, body: { sum: 6 } });
  });

  it.each([[undefined], ['text/plain'], ['application/jsonx']])('refuses a body sent as %s', async (type) => {
    expect((await add('{"amount":5}', { headers: { 'content-type': type } })).status).toBe(400);
  });

  it('refuses a body over 256 KB', async () => {
    expect((await add(`{"amount":5}${' '.repeat(256 * 1024)}`)).status).toBe(413);
  });

  it.each([undefined, '', '{}'])('accepts %j for a call without a body', async (body) => {
    const answer = await ask({ route: 'POST /api/tick', ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(200);
  });

  it('answers an AppError in full', async () => {
    expect(await add('{"amount":0}')).toMatchObject({
      status: 409,
      body: { errorCode: 'conflict', message: 'Nothing to add.', current: 'ZERO' },
    });
    expect(await add('{"amount":2}')).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
  });

  it('answers a bug with its request id only', async () => {
    const answer = await add('{"amount":1}');
    expect(answer).toMatchObject({ status: 500, body: { errorCode: 'internal', requestId: 'request-1' } });
    expect(JSON.stringify(answer)).not.toContain('secret of the house');
  });

  it('refuses an answer that breaks the contract', async () => {
    expect((await add('{"amount":3}')).status).toBe(500);
  });
});

describe('a route with cookies', () => {
  it('reads and sets cookies and headers', async () => {
    const headers = { 'x-viewer-address': '203.0.113.7' };
    expect(await ask({ route: 'POST /api/enter', cookies: ['aa=0', 'a=1'], headers })).toMatchObject({
      body: { seen: '1 from 203.0.113.7' },
      cookies: ['b=2; Secure', 'c=3; Secure'],
      headers: { 'x-more': 'yes', 'cache-control': 'no-store' },
    });
  });

  it('sets cookies with an error', async () => {
    expect(await ask({ route: 'POST /api/enter', cookies: [] })).toMatchObject({
      status: 409,
      cookies: ['b=; Max-Age=0'],
    });
  });

  it('redirects a navigation', async () => {
    expect(await ask({ route: 'GET /api/leave', cookies: [] })).toMatchObject({
      status: 302,
      headers: { location: '/', 'clear-site-data': '"cache"', 'cache-control': 'no-store' },
      cookies: ['b=; Max-Age=0'],
    });
  });
});

describe('origin secret and CSRF protection', () => {
  it.each([undefined, 'wrong', 'new-secret,old-secret'])(
    'refuses requests that bypass CloudFront (%s)',
    async (given) => {
      expect((await ask({ route: 'GET /api/me', headers: { 'x-origin-verify': given } })).status).toBe(403);
    },
  );

  it('accepts both secrets during a rotation', async () => {
    expect((await ask({ route: 'GET /api/me', headers: { 'x-origin-verify': 'old-secret' } })).status).toBe(200);
  });

  it.each([
    ['cross-site', 'https://home.example'],
    ['same-site', 'https://home.example'],
    ['none', undefined],
    [undefined, undefined],
    [undefined, 'null'],
    [undefined, 'https://evil.example'],
    [undefined, 'https://home.example.evil.example'],
    [undefined, 'http://home.example'],
  ])('refuses a request with Sec-Fetch-Site %s and origin %s', async (site, origin) => {
    const before = reads;
    const answer = await add('{"amount":5}', { headers: { 'sec-fetch-site': site, origin } });
    expect(answer).toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
    expect(reads).toBe(before);
  });

  it("accepts the site's own origin without Sec-Fetch-Site", async () => {
    const headers = { 'sec-fetch-site': undefined, origin: 'https://home.example' };
    expect((await add('{"amount":5}', { headers })).status).toBe(200);
  });

  it.each([
    ['http', 'http', 200],
    ['http', 'https', 403],
    ['https', 'http', 403],
  ])('compares the scheme: called with %s, origin of %s', async (scheme, originScheme, status) => {
    const origin = `${originScheme}://home.example`;
    const headers = { 'sec-fetch-site': undefined, 'x-forwarded-proto': scheme, origin };
    expect((await add('{"amount":5}', { headers })).status).toBe(status);
  });
});

describe('a call of the owner', () => {
  const ownerApi = { end: endpoint('POST /api/end', { access: 'owner', response: z.object({}) }) };
  const statusWith = async (isOwner?: () => Promise<boolean>) => {
    const ports = {
      originVerify: 'new-secret',
      now: () => new Date(0),
      audit: undefined,
      sessions: { find: async () => ann },
      ...(isOwner && { isOwner }),
    };
    const { statusCode } = await httpHandler(
      ownerApi,
      { end: async () => ({}) },
      ports,
    )(event({ route: 'POST /api/end' }));
    return statusCode;
  };

  it('is refused for everyone but the owner, and for everyone where no owner is known', async () => {
    expect(await statusWith(async () => true)).toBe(200);
    expect(await statusWith(async () => false)).toBe(403);
    expect(await statusWith()).toBe(403);
  });
});
