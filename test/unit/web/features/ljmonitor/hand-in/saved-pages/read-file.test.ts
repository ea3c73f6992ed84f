import { describe, expect, it } from '@jest/globals';
import { readPageFile, readSource } from 'web/features/ljmonitor/hand-in/saved-pages/read-file';

const url = 'https://bj.lianjia.com/ershoufang/c1111027378022/';
const saved = `<!DOCTYPE html>\n<!-- saved from url=(0049)${url} -->\n<html><head><title>六铺炕</title></head></html>`;
const minute = 60_000;

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
    const page = await readPageFile(fileOf({ content: saved, lastModified: Date.now() - 5 * minute }));
    expect(page).toMatchObject({ url, html: saved });
    expect(Math.round(page.ageMs / minute)).toBe(5);
  });

  it('is not from the future when the clock was set back', async () => {
    expect((await readPageFile(fileOf({ content: saved, lastModified: Date.now() + minute }))).ageMs).toBe(0);
  });

  it('takes its address from the link that the site itself writes', () => {
    const html = `<head><link rel="canonical" href="${url}"/></head>`;
    expect(readSource(html).url).toBe(url);
  });

  it.each([
    ['UTF-16', utf16(saved)],
    ['GBK', latin1(saved.replace('<head>', '<head><meta charset="gbk">').replace('六铺炕', gbkName))],
    [
      'GBK, declared as older browsers do',
      latin1(saved.replace('<head>', '<head><meta content="text/html; charset=gb2312">').replace('六铺炕', gbkName)),
    ],
    ['an unknown charset', new TextEncoder().encode(saved.replace('<head>', '<head><meta charset="klingon">'))],
  ])('is decoded: %s', async (_, content) => {
    expect((await readPageFile(fileOf({ content }))).html).toContain('<title>六铺炕</title>');
  });

  it.each([
    ['of another kind', fileOf({ name: 'page.pdf', content: saved }), 'not a saved page'],
    ['without an address', fileOf({ content: '<html></html>' }), 'does not say its address'],
    ['that is empty', fileOf({ content: '' }), 'does not say its address'],
    ['that is an empty MHTML', fileOf({ name: 'page.mhtml', content: '' }), 'holds no page'],
  ])('is refused with a sentence: one %s', async (_, file, reason) => {
    await expect(readPageFile(file)).rejects.toThrow(reason);
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
    // The clock of this machine may be before that date.
    expect(page.ageMs).toBeLessThanOrEqual(Math.max(0, Date.now() - Date.parse('2026-11-22T12:00:00Z')));
  });

  it('is as old as its own date says, not as the file that it was copied to', async () => {
    const content = mhtml(part('8bit', '<title>a</title>')).replace(
      /^Date: .*$/m,
      `Date: ${new Date(Date.now() - 5 * minute).toUTCString()}`,
    );
    const page = await readPageFile(fileOf({ name: 'page.mhtml', content }));
    expect(Math.round(page.ageMs / minute)).toBe(5);
  });

  it('is refused without a page in it', async () => {
    const content = latin1(mhtml(part('base64', 'AAAA', 'image/png')));
    await expect(readPageFile(fileOf({ name: 'page.mht', content }))).rejects.toThrow('holds no page');
  });
});
