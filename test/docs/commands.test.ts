import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';

jest.setTimeout(120_000);

const pages = execFileSync('git', ['ls-files', '*.md', ':!docs/decisions'], { encoding: 'utf8' }).trim().split('\n');
const texts = pages.map((page) => ({ page, text: readFileSync(page, 'utf8') }));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** What the pages tell people to type, and where: the first group of the pattern. */
const told = (pattern: RegExp) =>
  texts.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, what = '']) => ({ page, what })));

/** The CDK's own command line, with the app but without building it first. */
const cdk = (...words: string[]) =>
  spawnSync('node', ['node_modules/aws-cdk/bin/cdk', ...words], {
    encoding: 'utf8',
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });

describe('the pages for people', () => {
  it('name no script that there is not', () => {
    const named = told(/npm run (?:--silent )?([\w:-]+)/g);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ what }) => scripts[what] === undefined)).toEqual([]);
    const builtIn = told(/\bnpm (?!run\b)([a-z]+)\b(?= |`|\n)/g);
    const known = ['ci', 'start', 'test', 'audit', 'packages', 'has'];
    expect(builtIn.filter(({ what }) => !known.includes(what))).toEqual([]);
  });

  it('name no command of the CDK that there is not', () => {
    const commands = new Set([...cdk('--help').stdout.matchAll(/^ +cdk ([a-z-]+)/gm)].map(([, name = '']) => name));
    expect(commands.has('deploy')).toBe(true);
    const named = told(/npx cdk ([a-z-]+)/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ what }) => !commands.has(what))).toEqual([]);
  });

  it('name no file of ours that there is not', () => {
    const named = told(/`((?:bin|infra|lambdas|local|web|shared-types|test|bench|docs)\/[\w./-]+\.\w+)`/g);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ what }) => !existsSync(what) && !what.includes('/dist/'))).toEqual([]);
  });
});

describe('npx cdk ls', () => {
  it('prints one line: plain `npx cdk deploy` is the whole deployment', () => {
    // What is built stands there already.
    const { status, stdout, stderr } = cdk('ls', '--build', 'true', '--output', 'cdk.out/listed');
    expect({ status, stdout, stderr: status === 0 ? '' : stderr }).toEqual({
      status: 0,
      stdout: 'HomePage\n',
      stderr: '',
    });
  });
});
