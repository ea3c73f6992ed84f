import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as cognitoIdp from '@aws-sdk/client-cognito-identity-provider';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as ssm from '@aws-sdk/client-ssm';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

const pages = execFileSync('git', ['ls-files', '*.md', '.github/workflows/*.yml', ':!docs/decisions'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const texts = pages.map((page) => ({ page, text: readFileSync(page, 'utf8') }));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const Values = z.record(z.string(), z.unknown());
const { context } = z.object({ context: Values }).parse(JSON.parse(readFileSync('cdk.json', 'utf8')));

/** Finds the first group of the pattern in all documents, with the document's name. */
const told = (pattern: RegExp) =>
  texts.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, what = '']) => ({ page, what })));

/** Tells whether `cdk.json` has a value at a path such as 'chat.limits'. */
const isConfigured = (path: string) =>
  path.split('.').reduce<unknown>((value, name) => Values.parse(value)[name], context) !== undefined;

/** Tells whether a service has a command of the AWS CLI such as 'ssm put-parameter'. */
function isCall(words: string): boolean {
  const [service = '', name = ''] = words.split(' ');
  const command = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${command}Command` in (services[service] ?? {});
}
const services: Record<string, object> = { 'cognito-idp': cognitoIdp, dynamodb, ssm };
/** Commands of the AWS CLI itself, or of services whose clients are not installed. */
const otherCalls = [
  'dynamodb wait',
  'ec2 get-console-output',
  'ec2 terminate-instances',
  'logs tail',
  's3api get-object',
  's3api list-object-versions',
  's3api put-bucket-cors',
  'wafv2 create-web-acl',
];

describe('the documents', () => {
  it('name only existing scripts', () => {
    const named = told(/npm run (?:--silent )?([\w:-]+)/g);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ what }) => scripts[what] === undefined)).toEqual([]);
    const builtIn = told(/\bnpm (?!run\b)([a-z]+)\b(?= |`|\n)/g);
    const known = ['ci', 'start', 'test', 'audit', 'packages', 'has'];
    expect(builtIn.filter(({ what }) => !known.includes(what))).toEqual([]);
  });

  it('name only existing CDK commands', () => {
    const help = execFileSync('node', ['node_modules/aws-cdk/bin/cdk', '--help'], { encoding: 'utf8' });
    const commands = new Set([...help.matchAll(/^ +cdk ([a-z-]+)/gm)].map(([, name = '']) => name));
    expect(commands.has('deploy')).toBe(true);
    const named = told(/npx cdk ([a-z-]+)/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ what }) => !commands.has(what))).toEqual([]);
  });

  it('name only existing files', () => {
    const named = told(/`((?:bin|infra|lambdas|local|web|shared-types|test|bench|docs)\/[\w./-]+\.\w+)`/g);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ what }) => !existsSync(what) && !what.includes('/dist/'))).toEqual([]);
    const links = told(/\]\((?!https?:|#)([^)#]+)/g);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ page, what }) => !existsSync(join(dirname(page), what)))).toEqual([]);
  });

  it('name only existing values of cdk.json', () => {
    const named = told(new RegExp(`\`((?:${Object.keys(context).join('|')})(?:\\.\\w+)+)\``, 'g')).filter(
      ({ what }) => what !== 'site.json',
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter(({ what }) => !isConfigured(what))).toEqual([]);
  });

  it('name only existing AWS CLI commands', () => {
    const named = told(/\baws ([\w-]+ [\w-]+)/g).filter(({ what }) => !otherCalls.includes(what));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter(({ what }) => !isCall(what))).toEqual([]);
  });
});
