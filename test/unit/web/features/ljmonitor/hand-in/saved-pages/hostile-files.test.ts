import { describe, expect, it } from '@jest/globals';
import { readPageFile } from 'web/features/ljmonitor/hand-in/saved-pages/read-file';

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const megabyte = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
const multipart = (boundary: string, body: string) =>
  `MIME-Version: 1.0\nContent-Type: multipart/related; boundary="${boundary}"\n\n${body}`;

describe('a hostile megabyte', () => {
  it.each([
    ['<link ', megabyte('<link ')],
    ['<link rel=canonical', megabyte('<link rel=canonical ')],
    ['<link with a canonical', `${megabyte('<link ')}${megabyte('rel=canonical')}`],
    ['<meta ', megabyte('<meta ')],
    ['<meta charset, not UTF-8', latin1(`\xff${megabyte('<meta charset')}`)],
    ['<!--', megabyte('<!--')],
    ['<!-- saved from', megabyte('<!-- saved from url=(')],
    ['<!-- SingleFile', `<!-- Page saved with SingleFile${megabyte('\n')}url:`],
    ['elements', megabyte('<a>')],
    ['attributes', `<a ${megabyte('a=" ')}`],
    ['spaces in a tag', `<a${megabyte(' ')}`],
    ['styles', megabyte('<style>')],
    ['pagers', megabyte('<a page-url=/ page-data=curPage>')],
    ['data', megabyte('data:')],
    ['data with a type', megabyte('data:a;base64')],
    ['boundaries', multipart('a', megabyte('--a'))],
    ['boundaries with line ends', multipart('a', megabyte('--a\n\n'))],
    ['headers', megabyte('MIME-Version: 1\n')],
    ['headers that go on', `MIME-Version: 1\n${megabyte('\n ')}`],
    ['a header without an end', `MIME-Version: ${megabyte('a-')}`],
    ['parameters', `Content-Type: multipart/related${megabyte('; boundary="')}`],
    [
      'equals signs',
      multipart('b', `--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n${megabyte('= ')}`),
    ],
    ['base64', multipart('b', `--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n${megabyte('A ')}`)],
  ])('is refused before its user waits: %s', async (_, content) => {
    const start = process.cpuUsage();
    await expect(readPageFile(new File([content], 'page.html'))).rejects.toThrow(/^This (page|file)/);
    // It takes 0.1 s, or some seconds on a busy machine. What is more than linear takes minutes.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(20_000);
  });
});
