import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startReplaySite } from 'local/fakes/recorded-site/replay-site';

const home = mkdtempSync(path.join(tmpdir(), 'replay-'));
const folder = path.join(home, 'recorded');
mkdirSync(path.join(folder, 'ershoufang', 'pg2c1'), { recursive: true });
writeFileSync(path.join(home, 'secret.html'), 'secret');
writeFileSync(path.join(folder, 'ershoufang', 'c1.html'), 'page 1');
writeFileSync(path.join(folder, 'ershoufang', 'pg2c1', 'index.html'), 'page 2');
const saved = '<!-- saved from url=(0044)https://bj.lianjia.com/ershoufang/pg3c1/ -->page 3';
writeFileSync(path.join(folder, '柳荫里二手房.html'), saved);
const site = await startReplaySite({ folder });
afterAll(async () => {
  await site.close();
  rmSync(home, { recursive: true });
});

/** Sends a request without the normalization of paths that `fetch` does. */
const get = (uri: string) =>
  new Promise<[number | undefined, string]>((resolve, reject) => {
    const { port } = new URL(site.origin);
    request({ port, path: uri }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve([response.statusCode, text]));
    })
      .on('error', reject)
      .end();
  });

describe('a site of recorded pages', () => {
  it.each([
    ['/ershoufang/c1/', 'page 1'],
    ['/ershoufang/c1.html', 'page 1'],
    ['/ershoufang/pg2c1/?from=x', 'page 2'],
    ['/ershoufang/pg3c1/', saved],
  ])('serves %s', async (uri, text) => {
    expect(await get(uri)).toEqual([200, text]);
  });

  it.each(['/ershoufang/c2/', '/ershoufang/', '/../secret.html', '/%2e%2e/secret.html', '/..%2fsecret.html', '/%zz'])(
    'is 404 for %s',
    async (uri) => {
      expect((await get(uri))[0]).toBe(404);
    },
  );
});
