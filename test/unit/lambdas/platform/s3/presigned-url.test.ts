import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyObject } from 'lambdas/platform/s3/copy-object';
import { urlPresigner } from 'lambdas/platform/s3/presigned-url';
import { startEndpoint } from 'local/aws/endpoint';
import { openObjectStore } from 'local/aws/s3/object-store';
import { s3Service } from 'local/aws/s3/s3';

const folder = mkdtempSync(join(tmpdir(), 'objects-'));
const objects = openObjectStore(folder);
const endpoint = await startEndpoint();
let nowMs = Date.now();
let allowed: string[] = [];
const variables = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'KEY',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token/+=',
};
const before = { ...process.env };

const buckets = new Map([
  ['worlds', []],
  ['uploads', []],
]);

beforeAll(() => {
  Object.assign(process.env, variables);
  endpoint.open({
    services: { s3: s3Service({ objects, clock: { now: () => nowMs }, buckets, secretKey: 'secret' }) },
    callerOf: () => ({ name: 'the test', allows: (action, resource) => allowed.includes(`${action} ${resource}`) }),
    report: () => {},
  });
});
beforeEach(() => {
  nowMs = Date.now();
  allowed = ['GetObject', 'DeleteObject'].map((action) => `s3:${action} arn:aws:s3:::worlds/game/A 1.mcworld`);
  objects.put('worlds', 'game/A 1.mcworld', Buffer.from('a world'));
});
afterAll(async () => {
  process.env = before;
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

const key = 'game/A 1.mcworld';
const presign = (bucket = 'worlds') => urlPresigner(`${endpoint.origin}/${bucket}`);
const disposition = 'attachment; filename="our world.mcworld"';

describe('a presigned address', () => {
  it('reads one object, under the file name that was signed', async () => {
    const answer = await fetch(
      await presign()({ method: 'GET', key, query: { 'response-content-disposition': disposition } }, 60),
    );
    expect([answer.status, await answer.text()]).toEqual([200, 'a world']);
    expect(answer.headers.get('content-disposition')).toBe(disposition);
  });

  it('deletes one object', async () => {
    expect((await fetch(await presign()({ method: 'DELETE', key }, 60), { method: 'DELETE' })).status).toBe(204);
    expect(objects.get('worlds', key)).toBeUndefined();
  });

  it.each<[string, (url: string) => string, string]>([
    ['for another object', (url) => url.replace('A%201', 'A2'), 'AccessDenied'],
    ['with another file name', (url) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'), 'SignatureDoesNotMatch'],
    [
      'with another signature',
      (url) => url.replace(/Signature=(.)/, (_, first) => `Signature=${first === '0' ? '1' : '0'}`),
      'SignatureDoesNotMatch',
    ],
    [
      'without an end',
      (url) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=700000'),
      'AuthorizationQueryParametersError',
    ],
  ])('is refused %s', async (_, change, code) => {
    const answer = await fetch(change(await presign()({ method: 'GET', key }, 60)));
    expect(await answer.text()).toContain(code);
    expect(answer.ok).toBe(false);
  });

  it('is refused after its time, for another method and without the permission', async () => {
    const url = await presign()({ method: 'GET', key }, 60);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    nowMs += 62_000;
    expect(await (await fetch(url)).text()).toContain('Request has expired');
    nowMs -= 62_000;
    allowed = [];
    expect(await (await fetch(url)).text()).toContain('not authorized to perform: s3:GetObject');
  });
});

async function etagOf() {
  const url = await presign('uploads')({ method: 'GET', key: 'U 1/A1' }, 60);
  return String((await fetch(url, { headers: { range: 'bytes=0-1' } })).headers.get('etag'));
}

describe('a copy', () => {
  const source = '/uploads/U%201/A1';
  const copy = (etag: string) => copyObject(presign(), { source, etag, key });
  beforeEach(() => {
    objects.put('uploads', 'U 1/A1', Buffer.from('uploaded'), 'text/plain');
    allowed = ['s3:GetObject arn:aws:s3:::uploads/U 1/A1', `s3:PutObject arn:aws:s3:::worlds/${key}`];
  });

  it('takes the object with its type', async () => {
    expect(await copy(await etagOf())).toBe(true);
    expect([objects.get('worlds', key)?.toString(), objects.typeOf('worlds', key)]).toEqual(['uploaded', 'text/plain']);
  });

  it('takes no object that was replaced after the look at it, and none that is gone', async () => {
    const etag = await etagOf();
    objects.put('uploads', 'U 1/A1', Buffer.from('replaced'));
    expect(await copy(etag)).toBe(false);
    objects.remove('uploads', 'U 1/A1');
    expect(await copy(etag)).toBe(false);
    expect(objects.get('worlds', key)?.toString()).toBe('a world');
  });

  it('needs the permission to read the source', async () => {
    const etag = await etagOf();
    allowed.shift();
    expect(await copy(etag)).toBe(false);
  });

  it('is refused without its headers, which are signed', async () => {
    const url = await presign()({ method: 'PUT', key, headers: { 'x-amz-copy-source': source } }, 60);
    const headers = { 'x-amz-copy-source': '/uploads/U2/A2' };
    allowed.push('s3:GetObject arn:aws:s3:::uploads/U2/A2');
    expect(await (await fetch(url, { method: 'PUT', headers })).text()).toContain('SignatureDoesNotMatch');
  });
});

it('reads a range of an object, and refuses one that begins behind its end', async () => {
  const url = await presign()({ method: 'GET', key }, 60);
  const part = await fetch(url, { headers: { range: 'bytes=2-3' } });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'wo', 'bytes 2-3/7']);
  expect((await fetch(url, { headers: { range: 'bytes=7-' } })).status).toBe(416);
});
