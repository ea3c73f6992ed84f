import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postPresigner } from 'lambdas/platform/s3/presigned-post';
import { startEndpoint } from 'local/aws/endpoint';
import { openObjectStore } from 'local/aws/s3/object-store';
import { s3Service } from 'local/aws/s3/s3';

const folder = mkdtempSync(join(tmpdir(), 'objects-'));
const objects = openObjectStore(folder);
const endpoint = await startEndpoint();
const siteOrigin = 'https://home.example';
let nowMs = Date.now();
let allowed: string[] = [];
const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token/+=',
  });
  const rule = {
    AllowedOrigins: [siteOrigin],
    AllowedMethods: ['POST' as const],
    AllowedHeaders: [],
    ExposedHeaders: [],
  };
  const buckets = new Map([['uploads', [{ ...rule, MaxAge: 3000 }]]]);
  endpoint.open({
    services: { s3: s3Service({ objects, clock: { now: () => nowMs }, buckets, secretKey: 'secret' }) },
    callerOf: () => ({ name: 'the test', allows: (action, resource) => allowed.includes(`${action} ${resource}`) }),
    report: () => {},
  });
});
beforeEach(() => {
  nowMs = Date.now();
  allowed = ['s3:PutObject arn:aws:s3:::uploads/chat/U1/A1'];
  objects.remove('uploads', 'chat/U1/A1');
});
afterAll(async () => {
  process.env = before;
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

const upload = { key: 'chat/U1/A1', contentType: 'image/png', minBytes: 3, maxBytes: 5 };
const sign = () => postPresigner(`${endpoint.origin}/uploads`, () => new Date(nowMs))(upload, 60);

interface Sent {
  change?: Record<string, string>;
  leftOut?: string;
  content?: string;
  origin?: string;
  after?: Record<string, string>;
}

async function post({ change = {}, leftOut, content = 'a png', origin = siteOrigin, after = {} }: Sent = {}) {
  const { url, fields } = await sign();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) if (name !== leftOut) form.append(name, value);
  form.append('file', new Blob([content], { type: 'text/html' }), 'evil.html');
  for (const [name, value] of Object.entries(after)) form.append(name, value);
  const answer = await fetch(url, { method: 'POST', body: form, headers: { origin } });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const stored = () => objects.get('uploads', 'chat/U1/A1')?.toString();

describe('a presigned post', () => {
  it('stores one file under its key, with the type of the form and not that of the file', async () => {
    const { status, headers } = await post();
    expect([status, stored(), objects.typeOf('uploads', 'chat/U1/A1')]).toEqual([204, 'a png', 'image/png']);
    expect(headers.get('access-control-allow-origin')).toBe(siteOrigin);
  });

  it.each<[string, Sent, number, string]>([
    ['another key', { change: { key: 'chat/U2/A1' } }, 403, 'not authorized to perform: s3:PutObject'],
    ['another type', { change: { 'Content-Type': 'text/html' } }, 403, 'Policy Condition failed'],
    ['no type', { leftOut: 'Content-Type' }, 403, 'Policy Condition failed'],
    ['a file that is too large', { content: 'a png.' }, 400, 'EntityTooLarge'],
    ['a file that is too small', { content: 'a' }, 400, 'EntityTooSmall'],
    ['a field that the policy does not name', { change: { acl: 'public-read' } }, 403, 'Extra input fields: acl'],
    ['no policy', { leftOut: 'policy' }, 403, 'AccessDenied'],
    ['another signature', { change: { 'x-amz-signature': '00' } }, 403, 'SignatureDoesNotMatch'],
    ['no session token', { leftOut: 'x-amz-security-token' }, 403, 'Policy Condition failed'],
    ['fields of 20 KB', { change: { 'x-ignore-it': 'x'.repeat(20_480) } }, 400, 'MaxPostPreDataLengthExceeded'],
  ])('is refused with %s', async (_, sent, status, words) => {
    const answer = await post(sent);
    expect(answer.text).toContain(words);
    expect([answer.status, stored()]).toEqual([status, undefined]);
  });

  it('is refused with another key of the same prefix, because the policy names one', async () => {
    allowed.push('s3:PutObject arn:aws:s3:::uploads/chat/U1/A2');
    expect((await post({ change: { key: 'chat/U1/A2' } })).text).toContain('Policy Condition failed');
  });

  it('is refused after its time and without the permission of its signer', async () => {
    const { url, fields } = await sign();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['a png']));
    nowMs += 61_000;
    expect(await (await fetch(url, { method: 'POST', body: form })).text()).toContain('Policy expired');
    allowed = [];
    expect((await post()).text).toContain('not authorized to perform: s3:PutObject');
    expect(stored()).toBeUndefined();
  });

  it('ignores fields after the file', async () => {
    expect((await post({ after: { acl: 'public-read' } })).status).toBe(204);
  });

  it('is refused when the policy was changed, although the fields fit it', async () => {
    const { fields } = await sign();
    const document = Buffer.from(String(fields['policy']), 'base64').toString();
    const policy = Buffer.from(document.replace('3,5', '3,9')).toString('base64');
    expect((await post({ change: { policy }, content: 'a large' })).text).toContain('SignatureDoesNotMatch');
  });
});

const preflight = (headers: Record<string, string>) =>
  fetch(`${endpoint.origin}/uploads/`, { method: 'OPTIONS', headers });

describe('the rules of the bucket for other origins', () => {
  it('let a page of the site ask for a POST', async () => {
    const { status, headers } = await preflight({ origin: siteOrigin, 'access-control-request-method': 'POST' });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': siteOrigin,
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '3000',
    });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example', 'access-control-request-method': 'POST' }],
    ['another method', { origin: siteOrigin, 'access-control-request-method': 'DELETE' }],
    [
      'a header that no rule names',
      { origin: siteOrigin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-own' },
    ],
  ])('refuse %s', async (_, headers) => {
    const answer = await preflight(headers);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('do not let a page of another origin read the answer', async () => {
    expect((await post({ origin: 'https://evil.example' })).headers.get('access-control-allow-origin')).toBeNull();
  });
});
