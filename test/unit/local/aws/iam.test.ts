import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'local/json';
import { readPolicies } from 'local/aws/iam';
import { resource } from '../template/resource.ts';

const roleArn = 'arn:role';
const role = resource('AWS::IAM::Role', 'Role', {}, { Arn: roleArn });
const table = 'arn:aws:dynamodb:us-east-1:0:table/T';

const grantsOf = (...statements: JsonObject[]) =>
  readPolicies([
    role,
    resource('AWS::IAM::Policy', 'Policy', { PolicyDocument: { Statement: statements }, Roles: [role.ref] }),
  ]);

describe('the permissions of a role', () => {
  it.each([
    ['dynamodb:GetItem', table, true],
    ['dynamodb:PutItem', table, false],
    ['dynamodb:Query', `${table}/index/gsi1`, true],
    ['dynamodb:Query', table, false],
    ['dynamodb:GetItem', `${table}2`, false],
    ['sqs:SendMessage', 'arn:aws:sqs:us-east-1:0:anything', true],
  ])('say of %s on %s: %s', (action, on, allowed) => {
    const grants = grantsOf(
      { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: table },
      { Effect: 'Allow', Action: ['dynamodb:Query'], Resource: [`${table}/index/*`] },
      { Effect: 'Allow', Action: 'sqs:*', Resource: '*' },
    );
    expect(grants.allows(roleArn, action, on)).toBe(allowed);
  });

  it('are empty for a role without policies and for an unknown role', () => {
    expect(grantsOf().allows(roleArn, 'dynamodb:GetItem', table)).toBe(false);
    expect(grantsOf().allows('arn:nobody', 'dynamodb:GetItem', table)).toBe(false);
  });

  it('are overridden by a Deny', () => {
    const grants = grantsOf(
      { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' },
      { Effect: 'Deny', Action: 'dynamodb:DeleteItem', Resource: table },
    );
    expect(grants.allows(roleArn, 'dynamodb:DeleteItem', table)).toBe(false);
    expect(grants.allows(roleArn, 'dynamodb:GetItem', table)).toBe(true);
  });

  it('are listed as unused until their first use', () => {
    const grants = grantsOf({ Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: table });
    grants.allows(roleArn, 'dynamodb:GetItem', table);
    expect(grants.unused(roleArn)).toEqual([`dynamodb:PutItem on ${table}`]);
  });

  it('are used when one of the resources of a statement was', () => {
    const Action = ['dynamodb:GetItem', 'dynamodb:PutItem'];
    const grants = grantsOf({ Effect: 'Allow', Action, Resource: [table, `${table}2`] });
    grants.allows(roleArn, 'dynamodb:GetItem', `${table}2`);
    expect(grants.unused(roleArn)).toEqual([`dynamodb:PutItem on ${table}, ${table}2`]);
  });

  it.each(['NotAction', 'NotResource', 'Principal'])('are refused at boot when they say %s', (word) => {
    expect(() => grantsOf({ Effect: 'Allow', Action: 'a:b', Resource: '*', [word]: 'x' })).toThrow(word);
  });

  it('may not come from a managed policy', () => {
    const managed = resource('AWS::IAM::Role', 'Admin', {
      ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'],
    });
    expect(() => readPolicies([managed])).toThrow('Admin');
  });
});
