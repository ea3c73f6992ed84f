import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { modelListClient } from 'lambdas/chat/offers/model-list-client';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { listen } from 'local/http/listen';

let reply: { status: number; body: string; headers?: Record<string, string> };
const asked: (string | undefined)[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
});
let origin = '';
let fake: FakeModel;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
  fake = await startFakeModel();
});
afterAll(async () => {
  await fake.close();
  server.close();
});

const read = (baseURL = `${origin}/v1`) => modelListClient({ baseURL, apiKey: async () => 'key' })();
const readList = (...data: unknown[]) => {
  reply = { status: 200, body: JSON.stringify({ object: 'list', data }) };
  return read();
};

describe('the client of a model list', () => {
  it('asks with the key, also below an address that ends with a slash', async () => {
    reply = { status: 200, body: '{"data":[]}' };
    await read(`${origin}/v1/`);
    expect(asked.at(-1)).toBe('GET /v1/models Bearer key');
  });

  it('reads the list of the built-in model', async () => {
    expect(await read(fake.baseUrl)).toContainEqual({ code: 'gpt-4o', retiresOn: '2027-01-14' });
  });

  it.each([
    ['OpenAI', { shutdown_date: '2027-01-14' }, '2027-01-14'],
    ['a server that counts seconds', { shutdown_date: 1_800_000_000 }, '2027-01-15'],
    ['Mistral', { deprecation: '2026-11-30T12:00:00Z' }, '2026-11-30'],
    ['OpenRouter', { expiration_date: '2026-12-31' }, '2026-12-31'],
    ['a server that does not know', { deprecation: null, expiration_date: 'soon' }, null],
  ])('reads the day of retirement of %s', async (_, fields, retiresOn) => {
    expect(await readList({ id: 'leaf', ...fields })).toEqual([{ code: 'leaf', retiresOn }]);
  });

  it('leaves out what is no model', async () => {
    expect(await readList(null, 'leaf', { id: 7 }, { id: '' }, { id: 'x'.repeat(101) }, { id: 'leaf' })).toEqual([
      { code: 'leaf', retiresOn: null },
    ]);
  });

  it.each([
    ['refuses', { status: 401, body: '{}' }, 'status 401'],
    ['sends no JSON', { status: 200, body: '<html>' }, 'code unreadable'],
    ['sends another JSON', { status: 200, body: '[]' }, 'code unreadable'],
    [
      'leads to another address',
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } },
      'fetch failed',
    ],
  ])('fails when the server %s', async (_, wrong, message) => {
    reply = wrong;
    await expect(read()).rejects.toThrow(message);
  });
});
