import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { forbiddenReason } from '../support/aws/forbidden-grants.ts';
import { type Grant, grantsIn, grantsPage, isUploader } from '../support/aws/grants.ts';
import { synthesize } from '../support/aws/template.ts';
import { unusedInAllSites } from '../support/aws/unused-grants.ts';

const template = await synthesize();
const ours = grantsIn(template).filter((grant) => !isUploader(grant));

describe('the grants', () => {
  it('match docs/grants.md (review new ones, then run `npm run grants`)', () => {
    expect(grantsPage(template)).toBe(readFileSync('docs/grants.md', 'utf8'));
  });

  it('belong to one function each, because no role is shared', () => {
    const roles = template.ofType('AWS::Lambda::Function').map(({ Properties }) => JSON.stringify(Properties['Role']));
    expect(new Set(roles).size).toBe(roles.length);
    expect(ours.length).toBeGreaterThan(roles.length);
  });

  it('break no rule for grants', () => {
    expect(ours.flatMap((grant) => forbiddenReason(grant) ?? [])).toEqual([]);
  });

  it('let every function write to its own log only', () => {
    const logs = ours.filter(({ actions }) => actions.some((action) => action.startsWith('logs:')));
    expect(logs.length).toBeGreaterThan(0);
    expect(logs.filter(({ who, service, on }) => on !== `${who}Log` && service !== 'states.amazonaws.com')).toEqual([]);
  });
});

describe('the rules for grants', () => {
  const grant = {
    who: 'ChatHttp',
    service: '',
    effect: 'Allow',
    actions: ['dynamodb:GetItem'],
    on: 'ChatTable',
    condition: undefined,
  };
  const stack = 'arn:<Partition>:cloudformation:<Region>:<AccountId>:stack';
  const toCloudFormation = { StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' } };
  const anywhere = { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } };

  it.each<[string, Partial<Grant>]>([
    ['a whole service', { actions: ['dynamodb:*'] }],
    ['more than is named', { on: '*' }],
    ['more than is named', { on: 'ChatTable/index/*', actions: ['dynamodb:Query'] }],
    ['more than rows', { actions: ['dynamodb:Scan'] }],
    ['more than rows', { actions: ['dynamodb:DeleteTable'] }],
    ['another domain', { on: 'LJMonitorTable' }],
    ['another domain', { on: 'LJMonitorTable/index/gsi1', actions: ['dynamodb:Query'] }],
    ['another domain', { on: 'SessionsTable', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
    ['the audit trail', { on: 'AuditTable', actions: ['dynamodb:Query'] }],
    ['the audit trail', { on: 'AuditTable', actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'] }],
    [
      'the audit trail',
      { who: 'AuthActivity', on: 'AuditTable', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    ],
    ['our own stack', { on: `${stack}/HomePage/*`, actions: ['cloudformation:DeleteStack'] }],
    ['our own stack', { on: `${stack}/*`, actions: ['cloudformation:DeleteStack'] }],
    ['our own stack', { on: '<StackId>', actions: ['cloudformation:DescribeStacks'] }],
    ['roles', { on: 'StackLaunchRole', actions: ['iam:PassRole'] }],
    ['roles', { on: 'StackLaunchRole', actions: ['iam:PassRole'], condition: anywhere }],
    ['roles', { on: 'StackLaunchRole', actions: ['sts:AssumeRole'] }],
  ])('forbid %s: %j', (why, wrong) => {
    expect(forbiddenReason({ ...grant, ...wrong })).toContain(why);
  });

  it.each<Partial<Grant>>([
    {},
    { on: 'SessionsTable' },
    { who: 'AuthHttp', on: 'SessionsTable', actions: ['dynamodb:PutItem'] },
    { on: 'AuditTable', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { who: 'StacksStep', on: 'AuditTable', actions: ['dynamodb:PutItem'] },
    { who: 'AuthActivity', on: 'AuditTable/index/gsi1', actions: ['dynamodb:Query'] },
    { on: `${stack}/minecraft/*`, actions: ['cloudformation:DeleteStack'] },
    { on: 'StackLaunchRole', actions: ['iam:PassRole'], condition: toCloudFormation },
  ])('allow %j', (right) => {
    expect(forbiddenReason({ ...grant, ...right })).toBeUndefined();
  });
});

describe('an unused grant', () => {
  it('is one that no site has used', () => {
    expect(unusedInAllSites([['a', 'b', 'c'], ['c', 'b'], ['b']])).toEqual(['b']);
    expect(unusedInAllSites([['a'], []])).toEqual([]);
    expect(unusedInAllSites([])).toEqual([]);
  });

  it("is compared without the stack's name", () => {
    expect(unusedInAllSites([['Http: a:B on arn:x:stack/one/*'], ['Http: a:B on arn:x:stack/two/*']])).toEqual([
      'Http: a:B on arn:x:stack/<name>/*',
    ]);
  });
});
