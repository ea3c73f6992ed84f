import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { readPageFile } from 'web/features/ljmonitor/hand-in/saved-pages/read-file';

const url = 'https://bj.lianjia.com/ershoufang/c1111027378022/';
const saved = `<!DOCTYPE html>\n<!-- saved from url=(0049)${url} -->\n<html><head><title>六铺炕</title></head></html>`;
const minute = 60_000;
const minutesSince = (time: number) => Math.round((Date.now() - time) / minute);

interface Saved {
  name?: string;
  content: string | Uint8Array<ArrayBuffer>;
  lastModified?: number;
}

const fileOf = ({ name = 'page.html', content, lastModified = Date.now() }: Saved) =>
  new File([content], name, { lastModified });

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set([0xff, 0xfe]);
  for (let at = 0; at < text.length; at += 1) {
    bytes[2 + 2 * at] = text.charCodeAt(at) & 0xff;
    bytes[3 + 2 * at] = text.charCodeAt(at) >> 8;
  }
  return bytes;
};

/** 六铺炕 in GBK. */
const gbkName = '\xc1\xf9\xc6\xcc\xbf\xbb';

describe('a saved page', () => {
  it('names its address and its age', async () => {
    const lastModified = Date.now() - 5 * minute;
    const page = await readPageFile(fileOf({ content: saved, lastModified }));
    expect(page).toEqual({ url, html: saved, loadedAtMs: lastModified });
  });

  it.each([
    ['UTF-16', utf16(saved)],
    ['GBK', latin1(saved.replace('<head>', '<head><meta charset="gbk">').replace('六铺炕', gbkName))],
    [
      'GBK, declared as older browsers do',
      latin1(saved.replace('<head>', '<head><meta content="text/html; charset=gb2312">').replace('六铺炕', gbkName)),
    ],
    [
      'UTF-8, declared as what it was before',
      new TextEncoder().encode(saved.replace('<head>', '<head><meta charset="gbk">')),
    ],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${saved}`)],
  ])('is decoded: %s', async (_, content) => {
    expect((await readPageFile(fileOf({ content }))).html).toContain('<title>六铺炕</title>');
  });

  it.each(['page', 'page.txt', 'page.php', 'list.MHT', 'list.html.download'])('has any name: %s', async (name) => {
    expect((await readPageFile(fileOf({ name, content: saved }))).url).toBe(url);
  });

  it('is sent without the pictures in it', async () => {
    const pictures = `<img src="data:image/png;base64,${'A'.repeat(1000)}=="><i style="--a: url(data:font/woff2;charset=utf-8;base64,AAAA)">`;
    const { html } = await readPageFile(fileOf({ content: saved + pictures }));
    expect(html).toBe(`${saved}<img src="data:,"><i style="--a: url(data:,)">`);
  });

  it.each([
    ['of another kind', fileOf({ name: 'page.pdf', content: '%PDF-1.7' }), 'not a saved page'],
    ['of text alone', fileOf({ name: 'page.txt', content: '六铺炕二手房' }), 'not a saved page'],
    ['of Safari with everything in it', fileOf({ name: 'page.webarchive', content: 'bplist00\xd1' }), 'Page Source'],
    ['without an address', fileOf({ content: '<html></html>' }), 'does not say its address'],
    ['that is empty', fileOf({ content: '' }), 'holds no page'],
    ['that is no MHTML', fileOf({ name: 'page.mhtml', content: 'a page' }), 'holds no page'],
  ])('is refused with a sentence: one %s', async (_, file, reason) => {
    await expect(readPageFile(file)).rejects.toThrow(reason);
  });

  it('is refused with a sentence when it is a folder', async () => {
    const folder = Object.assign(fileOf({ content: '' }), { arrayBuffer: () => Promise.reject(new Error('NotFound')) });
    await expect(readPageFile(folder)).rejects.toThrow('If it is a folder');
  });
});

describe('a file as a browser has saved it', () => {
  it.each([
    ['Chrome, as a single file', 'chrome.mhtml', 'http://127.0.0.1:5361/ershoufang/c1120000700001/'],
    ['Firefox, complete', 'firefox.html', 'https://bj.lianjia.com/ershoufang/pg1c1120000700005/'],
    ['SingleFile', 'singlefile.html', 'http://127.0.0.1:5361/ershoufang/c1120000700007/'],
  ])('is read: %s', async (_, name, at) => {
    const page = await readPageFile(
      fileOf({ name, content: Uint8Array.from(readFileSync(join(import.meta.dirname, name))) }),
    );
    expect(page).toEqual({ url: at, html: expect.stringMatching(/样例小区0\d二手房/), loadedAtMs: expect.any(Number) });
    expect(() => ljmonitorApi.handInPage.body.parse({ url: page.url, html: page.html })).not.toThrow();
  });

  it('is as old as SingleFile says, not as the file that it was copied to', async () => {
    const content = `<html><!-- Page saved with SingleFile\n url: ${url}\n saved date: ${new Date(Date.now() - 5 * minute).toString()}\n-->`;
    expect(minutesSince((await readPageFile(fileOf({ content }))).loadedAtMs)).toBe(5);
  });
});

/** Returns a page as Chrome saves it. */
const mhtml = (part: string) =>
  [
    'From: <Saved by Blink>',
    `Snapshot-Content-Location: ${url}`,
    'Subject: =?utf-8?Q?=E5=85=AD?=',
    'Date: Sun, 22 Nov 2026 12:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related;',
    '\ttype="text/html";',
    '\tboundary="----MultipartBoundary--abc----"',
    '',
    '',
    '------MultipartBoundary--abc----',
    part,
    '------MultipartBoundary--abc----',
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    'Content-Location: https://bj.lianjia.com/a.png',
    '',
    'AAAA',
    '------MultipartBoundary--abc------',
    '',
  ].join('\r\n');

const part = (encoding: string, body: string, type = 'text/html') =>
  [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, `Content-Location: ${url}`, '', body].join(
    '\r\n',
  );

describe('a page that is saved as MHTML', () => {
  it.each([
    [
      'quoted-printable',
      part('quoted-printable', '<title>=E5=85=AD=E9=93=BA=\r\n=E7=82=95</title>\r\n<a class=3D"x">'),
    ],
    [
      'base64',
      part('base64', btoa(String.fromCharCode(...new TextEncoder().encode('<title>六铺炕</title>\r\n<a class="x">')))),
    ],
    [
      'bytes as they are',
      part('8bit', String.fromCharCode(...new TextEncoder().encode('<title>六铺炕</title>\r\n<a class="x">'))),
    ],
    [
      'GBK',
      part('quoted-printable', '<title>=C1=F9=C6=CC=BF=BB</title>\r\n<a class=3D"x">', 'text/html; charset="gbk"'),
    ],
  ])('is decoded: %s', async (_, content) => {
    const page = await readPageFile(fileOf({ name: 'page.mhtml', content: latin1(mhtml(content)) }));
    expect(page.url).toBe(url);
    expect(page.html).toContain('<title>六铺炕</title>\r\n<a class="x">');
    expect(page.loadedAtMs).toBeGreaterThanOrEqual(Date.parse('2026-11-22T12:00:00Z'));
  });

  it.each([
    ['address', 'type="text/html"', url],
    ['start', 'start="<page@blink>"', 'https://bj.lianjia.com/ershoufang/'],
  ])('is not the advertisement that stands before it, by its %s', async (_, parameter, location) => {
    const ad = ['Content-Type: text/html', 'Content-Location: https://ads.example/', '', '<p>ad</p>'].join('\r\n');
    const list = part('8bit', '<title>a</title>').replace('\r\n', '\r\nContent-ID: <page@blink>\r\n');
    const content = mhtml(`${ad}\r\n------MultipartBoundary--abc----\r\n${list}`)
      .replace('type="text/html"', parameter)
      .replace(`Snapshot-Content-Location: ${url}`, `Snapshot-Content-Location: ${location}`);
    expect((await readPageFile(fileOf({ name: 'page.mhtml', content }))).html).toContain('<title>a</title>');
  });

  it('is as old as its own date says, not as the file that it was copied to', async () => {
    const content = mhtml(part('8bit', '<title>a</title>')).replace(
      /^Date: .*$/m,
      `Date: ${new Date(Date.now() - 5 * minute).toUTCString()}`,
    );
    const page = await readPageFile(fileOf({ name: 'page.mhtml', content }));
    expect(minutesSince(page.loadedAtMs)).toBe(5);
  });

  it.each([
    [
      'its head, when it names the page',
      { from: `\r\nContent-Location: ${url}`, to: '\r\nContent-Location: cid:page@mhtml.blink' },
    ],
    ['its part, when the head does not', { from: `Snapshot-Content-Location: ${url}\r\n`, to: '' }],
    [
      'two lines',
      {
        from: `Snapshot-Content-Location: ${url}`,
        to: `Snapshot-Content-Location: ${url.slice(0, 30)}\r\n ${url.slice(30)}`,
      },
    ],
  ])('has its address in %s', async (_, { from, to }) => {
    const content = latin1(mhtml(part('8bit', '<title>a</title>')).replace(from, to));
    expect((await readPageFile(fileOf({ content }))).url).toBe(url);
  });

  it('has its address in the page when the file names none', async () => {
    const content = latin1(
      mhtml(part('8bit', `<link rel="canonical" href="${url}">`)).replaceAll(
        /^(Snapshot-)?Content-Location: .*$/gm,
        'X: y',
      ),
    );
    expect((await readPageFile(fileOf({ content }))).url).toBe(url);
  });

  it('is refused when its encoding is broken', async () => {
    await expect(readPageFile(fileOf({ content: mhtml(part('base64', 'A')) }))).rejects.toThrow('holds no page');
  });

  it('is refused without a page in it', async () => {
    const content = latin1(mhtml(part('base64', 'AAAA', 'image/png')));
    await expect(readPageFile(fileOf({ name: 'page.mht', content }))).rejects.toThrow('holds no page');
  });
});
