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

/** Returns a policy of the role with this number of bytes. */
function policy(type: string, name: string, bytes: number) {
  const empty = JSON.stringify({ Statement: [{ Effect: 'Allow', Action: 'a:b', Resource: [''] }] }).length;
  const statement = { Effect: 'Allow', Action: 'a:b', Resource: ['x'.repeat(bytes - empty)] };
  return resource(type, name, { PolicyDocument: { Statement: [statement] }, Roles: [role.ref] });
}

const inline = (name: string, bytes: number) => policy('AWS::IAM::Policy', name, bytes);
const managed = (name: string, bytes: number) => policy('AWS::IAM::ManagedPolicy', name, bytes);

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

  it('are those of the partitions that a condition names', () => {
    const grants = grantsOf({
      Effect: 'Allow',
      Action: 'dynamodb:GetItem',
      Resource: table,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*'] } },
    });
    expect(grants.allows(roleArn, 'dynamodb:GetItem', table, ['ACCOUNT#1', 'ACCOUNT#2'])).toBe(true);
    expect(grants.allows(roleArn, 'dynamodb:GetItem', table, ['ACCOUNT#1', 'CHALLENGE#1'])).toBe(false);
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

  it('are refused at boot when they are longer than IAM allows', () => {
    const tenManaged = Array.from({ length: 10 }, (_, index) => managed(`M${index}`, 6144));
    expect(() => readPolicies([role, inline('A', 5120), inline('B', 5120), ...tenManaged])).not.toThrow();
    expect(() => readPolicies([role, inline('A', 5120), inline('B', 5121)])).toThrow('exceed 10240 bytes');
    expect(() => readPolicies([role, managed('M', 6145)])).toThrow('M exceeds 6144 bytes');
    expect(() => readPolicies([role, ...tenManaged, managed('M10', 100)])).toThrow('more than 10 managed policies');
  });

  it('come from its managed policies as well', () => {
    const PolicyDocument = { Statement: [{ Effect: 'Allow', Action: 'a:b', Resource: table }] };
    const more = resource('AWS::IAM::ManagedPolicy', 'More', { PolicyDocument, Roles: [role.ref] });
    expect(readPolicies([role, more]).allows(roleArn, 'a:b', table)).toBe(true);
  });

  it('may not come from a managed policy', () => {
    const admin = resource('AWS::IAM::Role', 'Admin', {
      ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'],
    });
    expect(() => readPolicies([admin])).toThrow('Admin');
  });
});
