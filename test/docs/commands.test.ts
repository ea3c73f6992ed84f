import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as cognitoIdp from '@aws-sdk/client-cognito-identity-provider';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as ssm from '@aws-sdk/client-ssm';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

const root = join(import.meta.dirname, '..', '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const jsonOf = (path: string): unknown => JSON.parse(textOf(path));

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(jsonOf('package.json'));
const { context } = z.object({ context: z.record(z.string(), z.unknown()) }).parse(jsonOf('cdk.json'));
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })];

/** What the pages say by this expression, each with its page. */
const said = (expression: RegExp) =>
  pages.flatMap((page) => [...textOf(page).matchAll(expression)].map(([, found = '']) => ({ page, found })));

/** The SDK's name of a command of the command line, as in 'put-parameter'. */
const commandOf = (name: string) =>
  `${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Command`;
const services: Record<string, object> = { 'cognito-idp': cognitoIdp, dynamodb, ssm };
/** What the command line has beyond the service's own calls, or of services that nothing here calls. */
const others = ['dynamodb wait', 'ec2 get-console-output', 'logs tail'];

/** Whether `cdk.json` has a value there, as in 'chat.limits'. */
const isConfigured = (path: string) =>
  path.split('.').reduce<unknown>((value, name) => z.record(z.string(), z.unknown()).parse(value)[name], context) !==
  undefined;

describe('the pages for people', () => {
  it('name only commands that there are', () => {
    const named = said(/npm run (?:--silent )?([\w:-]+)/g);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ found }) => !(found in scripts))).toEqual([]);
    const started = Object.values(scripts).flatMap((script) => /\bnode (\S+\.[jt]s)/.exec(script)?.[1] ?? []);
    expect(started.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('name only files that there are', () => {
    const paths = said(/`((?:bench|bin|docs|infra|lambdas|local|shared-types|test|web)\/[\w./-]*)`/g);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter(({ found }) => !existsSync(join(root, found)))).toEqual([]);
    const links = said(/\]\((?!https?:|#)([^)#]+)/g);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ page, found }) => !existsSync(join(root, dirname(page), found)))).toEqual([]);
  });

  it('name only values of cdk.json that there are', () => {
    const sections = Object.keys(context).join('|');
    const values = said(new RegExp(`\`((?:${sections})(?:\\.\\w+)+)\``, 'g')).filter(
      ({ found }) => found !== 'site.ts',
    );
    expect(values.length).toBeGreaterThan(4);
    expect(values.filter(({ found }) => !isConfigured(found))).toEqual([]);
  });

  it("name only calls of AWS's command line that there are", () => {
    const calls = said(/\baws ((?:[\w-]+) (?:[\w-]+))/g).filter(({ found }) => !others.includes(found));
    expect(calls.length).toBeGreaterThan(8);
    const unknown = calls.filter(({ found }) => {
      const [service = '', name = ''] = found.split(' ');
      return !(commandOf(name) in (services[service] ?? {}));
    });
    expect(unknown).toEqual([]);
  });
});
