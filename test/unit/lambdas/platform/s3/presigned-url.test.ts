import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

beforeAll(() => {
  Object.assign(process.env, variables);
  endpoint.open({
    services: { s3: s3Service({ objects, clock: { now: () => nowMs }, buckets: ['worlds'], secretKey: 'secret' }) },
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
    ['with another signature', (url) => url.replace(/Signature=../, 'Signature=00'), 'SignatureDoesNotMatch'],
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
