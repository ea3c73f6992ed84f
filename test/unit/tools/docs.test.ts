import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n');
const documents = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) =>
  /^(shared-types|lambdas|web|local|infra|bin|test|bench|tools)\/.*\.(ts|tsx|js|java)$/.test(file),
);

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

describe('the glossary', () => {
  const [, ...sections] = readFileSync('docs/glossary.md', 'utf8').split(/^## /m);
  const words = new Set(
    sources.flatMap((file) => [...file.split(/[/.]/), ...readFileSync(file, 'utf8').split(/[^\w-]+/)]),
  );

  it('has only names that are in the code', () => {
    const names = sections
      .filter((section) => section.includes('| name'))
      .flatMap((section) =>
        section.split('\n').filter((line) => /^\| [\w`'']/.test(line) && !line.startsWith('| name ')),
      )
      .flatMap((line) =>
        (line.split('|')[1] ?? '').split(/[,/]/).map((name) => name.replaceAll(/`|\(.*?\)/g, '').trim()),
      )
      // A name of several words is a term, not an identifier.
      .filter((name) => /^[\w.-]+$/.test(name))
      .map((name) => name.replace(/\.(ts|tsx)$/, ''));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !name.split('.').every((part) => words.has(part)))).toEqual([]);
  });
});
