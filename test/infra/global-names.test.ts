import { describe, expect, it } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import { synthesize } from '../support/aws/template.ts';

const { operations } = AppConfig.parse(cdkContext());
const template = await synthesize({
  operations: { ...operations, alarmsTo: 'owner@home.example', monthlyBudget: 5 },
});

/** The property that names a resource, for types whose names are unique in an account (or in all accounts). */
const nameIn: Record<string, string[]> = {
  'AWS::Budgets::Budget': ['Budget', 'BudgetName'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::CloudFront::OriginRequestPolicy': ['OriginRequestPolicyConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::IAM::InstanceProfile': ['InstanceProfileName'],
  'AWS::IAM::ManagedPolicy': ['ManagedPolicyName'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::S3::Bucket': ['BucketName'],
};

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner ? Reflect.get(inner, name) : undefined),
    value,
  );

describe('a name that is unique beyond the region', () => {
  const named = template.resources.flatMap(({ id, Type, Properties }) => {
    const path = nameIn[Type];
    const name = path && at(Properties, path);
    // CloudFormation makes up a name of its own where the template has none.
    return name === undefined ? [] : [{ id, name: JSON.stringify(name) }];
  });

  it('contains the region, so that two regions of one account can have the site', () => {
    expect(named.length).toBeGreaterThanOrEqual(6);
    expect(named.filter(({ name }) => !name.includes('AWS::Region'))).toEqual([]);
  });

  it('differs from every other one', () => {
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  });
});
