import { describe, expect, it } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import * as z from 'zod';
import { synthesize } from '../../support/aws/template.ts';

const { chat, listing, operations, stacks } = AppConfig.parse(cdkContext());
const spending = {
  person: { tokensPerDay: 70_001, tokensPerMonth: 700_003, dollarsPerDay: 1.7, dollarsPerMonth: 13 },
  site: { tokensPerDay: 90_007, tokensPerMonth: 900_009, dollarsPerDay: 3.1, dollarsPerMonth: 29 },
};
const users = ['ann@example.org', 'bob@example.org'];
// No value here is that of cdk.json, and no two are the same.
const template = await synthesize({
  chat: { ...chat, spending },
  listing: { ...listing, refreshesPerDay: { person: 7, site: 19 } },
  stacks: { ...stacks, users, hoursPerMonth: { person: 37, site: 83 } },
  operations: { ...operations, sessionIdleDays: 11, audit: { days: 41, addresses: 'full' } },
});

const Configured = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).default({ Variables: {} }),
});
const functions = template.ofType('AWS::Lambda::Function').map(({ id, Properties }) => ({
  // The CDK ends each name with a hash of eight digits.
  name: id.slice(0, -8),
  variables: Configured.parse(Properties).Environment.Variables,
}));
const valuesOf = (variable: string) =>
  Object.fromEntries(
    functions.flatMap(({ name, variables }) => (variable in variables ? [[name, variables[variable]]] : [])),
  );

const writersOfEvents = [
  'AuthHttp',
  'AuthUnconfirmed',
  'ChatHttp',
  'LJMonitorHttp',
  'StacksHttp',
  'StacksIdle',
  'StacksStep',
];

describe('a setting of cdk.json', () => {
  it.each([
    ['AUDIT_DAYS', '41', writersOfEvents],
    ['AUDIT_ADDRESSES', 'full', writersOfEvents],
    ['SESSION_IDLE_DAYS', '11', ['AuthHttp']],
    ['PERSON_SERVER_HOURS', '37', ['StacksHttp', 'StacksIdle']],
    ['SITE_SERVER_HOURS', '83', ['StacksHttp', 'StacksIdle']],
    ['STACK_USERS', JSON.stringify(users), ['StacksHttp', 'StacksIdle']],
    ['REFRESHES_PER_DAY', '7', ['LJMonitorHttp']],
    ['SITE_REFRESHES_PER_DAY', '19', ['LJMonitorHttp']],
    ['SPENDING_LIMITS', JSON.stringify(spending), ['ChatGenerate', 'ChatHttp']],
  ])('reaches each function that reads %s', (variable, value, readers) => {
    expect(valuesOf(variable)).toEqual(Object.fromEntries(readers.map((name) => [name, value])));
  });

  it("reaches the operator's commands with the days of the audit trail", () => {
    const days = template
      .ofType('AWS::SSM::Parameter')
      .map(({ Properties }) => Properties)
      .filter(({ Name }) => Name === '/home-page/audit-days');
    expect(days).toMatchObject([{ Value: '41' }]);
  });
});
