import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n');
const documents = files.filter((file) => file.endsWith('.md'));

/** Every file, and every folder that holds one. */
const paths = new Set(files);
for (const file of files) for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) paths.add(folder);
const topFolders = new Set([...paths].filter((path) => !path.includes('/')));

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
const trimmed = (path: string) => path.replace(/\/$/, '');

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  it('names only paths that exist', () => {
    const named = codeIn(text).filter(
      (code) => /^[\w.-]+\/[\w./-]+$/.test(code) && topFolders.has(code.split('/')[0] ?? ''),
    );
    expect(named.filter((path) => !paths.has(trimmed(path)))).toEqual([]);
  });

  it('links only to files and folders that exist', () => {
    expect(linksIn(text).filter((link) => !paths.has(trimmed(join(dirname(document), link))))).toEqual([]);
  });
});

it('names only decisions that exist', () => {
  const numbers = new Set(files.map((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1]));
  const wrong = files
    .filter((file) => /\.(md|ts|tsx|js|mjs|css|sh|yml)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdecisions?[ /](\d{4})\b/gi)].flatMap(([text, number]) =>
        numbers.has(number) ? [] : [`${file}: ${text}`],
      ),
    );
  expect(wrong).toEqual([]);
});
