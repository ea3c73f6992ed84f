import { describe, expect, it } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { controlSample } from './control-sample.ts';

const { local, get, post } = controlSample();

const jsonOf = async (response: Response): Promise<unknown> => response.json();

describe('the control page refuses', () => {
  it.each<[string, unknown]>([
    ['/_local/listing', { mode: 'explode' }],
    ['/_local/listing', {}],
    ['/_local/stacks', { mode: 'explode' }],
    ['/_local/model', { mode: 'genius' }],
    ['/_local/sessions', { name: '' }],
    ['/_local/sessions', { name: 'Ann', admin: true }],
    ['/_local/clock', { advanceMs: -1 }],
    ['/_local/clock', null],
  ])('400: %s with %j', async (uri, body) => {
    const response = await post(uri, body);
    expect([response.status, await jsonOf(response)]).toMatchObject([400, { errorCode: 'invalid' }]);
  });

  it('400: a body without the type or syntax of JSON', async () => {
    const init = { method: 'POST', body: '{' };
    const uri = `${local().url}/_local/clock`;
    expect((await fetch(uri, { ...init, headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect((await fetch(uri, { ...init, body: '{"advanceMs":1}' })).status).toBe(400);
  });

  it.each(['/_local/nothing', '/_local/tables/nothing', '/_local/functions/nothing', '/_local/tables/a/b'])(
    '404: %s',
    async (uri) => {
      const response = await get(uri);
      expect([response.status, await jsonOf(response)]).toMatchObject([404, { errorCode: 'notFound' }]);
    },
  );

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('403: a page of another origin, by %j', async (headers) => {
    const before = local().nowMs();
    const response = await send('POST', '/_local/clock', {
      'content-type': 'application/json',
      host: new URL(local().url).host,
      ...headers,
    });
    expect([response, local().nowMs()]).toEqual([403, before]);
  });

  it.each(['localhost:3000', 'p3100.localhost:3100', '127.0.0.1:3000'])('200: the host %j', async (host) => {
    expect(await send('GET', '/_local/state', { host })).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example:80', 'p3100.localhost.evil.example', '127.0.0.1.evil.example'])(
    '403: the host %j',
    async (host) => {
      expect(await send('GET', '/_local/state', { host })).toBe(403);
    },
  );
});

/** Sends headers that fetch does not let one set. */
const send = (method: string, uri: string, headers: Record<string, string>) =>
  new Promise((resolve, reject) => {
    const request = httpRequest(local().url + uri, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end(method === 'POST' ? '{"advanceMs":5}' : undefined);
  });
