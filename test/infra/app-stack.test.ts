import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { authApi } from 'shared-types/auth';
import { chatApi } from 'shared-types/chat';
import type { Endpoint } from 'shared-types/endpoint';
import { ljmonitorApi } from 'shared-types/ljmonitor';
import { stackApi } from 'shared-types/stack';
import * as z from 'zod';
import { synthesize } from '../support/template.ts';

const template = synthesize();
const Statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
});
const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }), Roles: z.array(z.unknown()) });
const policies = template.ofType('AWS::IAM::Policy').map(({ id, Properties }) => ({ id, ...Policy.parse(Properties) }));
const actionsOf = ({ Action }: z.infer<typeof Statement>) => (typeof Action === 'string' ? [Action] : Action);

/** The hidden function of the CDK that uploads the site; it is not ours and runs only during a deployment. */
const uploader = /^CustomCDKBucketDeployment/;
const ours = policies.filter(({ id }) => !uploader.test(id));

describe('the deployed site', () => {
  it('has a route for every call of the contract, and one for everything else', () => {
    const keys = template.ofType('AWS::ApiGatewayV2::Route').map(({ Properties }) => String(Properties['RouteKey']));
    const calls = [authApi, chatApi, ljmonitorApi, stackApi].flatMap((api) =>
      Object.values<Endpoint>(api).map(({ key }) => key),
    );
    expect(new Set(keys)).toEqual(new Set(['$default', ...calls]));
    expect(keys).toHaveLength(calls.length + 1);
  });

  it('keeps every table, restorable to any second, whatever happens to the stack', () => {
    const tables = template.ofType('AWS::DynamoDB::Table');
    expect(tables.length).toBeGreaterThan(0);
    for (const { DeletionPolicy, UpdateReplacePolicy, Properties } of tables) {
      expect({ DeletionPolicy, UpdateReplacePolicy }).toEqual({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
      });
      expect(Properties).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        BillingMode: 'PAY_PER_REQUEST',
      });
    }
  });

  it('gives each function a role of its own', () => {
    const roles = template.ofType('AWS::Lambda::Function').map(({ Properties }) => JSON.stringify(Properties['Role']));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('grants no function of ours a wildcard action, a whole service, or a scan', () => {
    const granted = ours.flatMap(({ PolicyDocument }) => PolicyDocument.Statement.flatMap(actionsOf));
    expect(granted.length).toBeGreaterThan(0);
    expect(granted.filter((action) => action.includes('*') || action === 'dynamodb:Scan')).toEqual([]);
  });

  it('grants nothing on every resource, but for two lists that AWS cannot limit', () => {
    const everywhere = ours
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Resource }) => Resource === '*')
      .flatMap(actionsOf);
    const described = everywhere.filter((action) => action.startsWith('ec2:Describe'));
    // A workflow's log is delivered by an account-wide service.
    const delivered = everywhere.filter((action) => /^logs:.*(LogDeliver|ResourcePolic|LogGroups)/.test(action));
    expect(everywhere).toEqual([...described, ...delivered]);
  });

  it('lets every domain read sessions, and none but auth write them', () => {
    const onSessions = (policy: (typeof ours)[number]) =>
      policy.PolicyDocument.Statement.filter(({ Resource }) => JSON.stringify(Resource).includes('SessionsTable'));
    const others = ours.filter(({ id }) => !id.startsWith('Auth')).flatMap(onSessions);
    expect(new Set(others.flatMap(actionsOf))).toEqual(new Set(['dynamodb:GetItem']));
  });

  it('lets auth use its tables, and learn the secret of the one pool that there is', () => {
    const granted = ours
      .filter(({ id }) => id.startsWith('AuthHttp'))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const identity = granted.filter((statement) => actionsOf(statement).some((action) => action.startsWith('cognito')));
    expect(identity.map(actionsOf)).toEqual([['cognito-idp:DescribeUserPoolClient']]);
    expect(JSON.stringify(identity)).toContain('IdentityPool');
  });

  it('hands each record of a queue out alone, long enough, and sets it aside after five failures', () => {
    for (const { Properties } of template.ofType('AWS::Lambda::EventSourceMapping')) {
      expect(Properties).toMatchObject({ BatchSize: 1 });
    }
    const working = template.ofType('AWS::SQS::Queue').filter(({ Properties }) => Properties['RedrivePolicy']);
    expect(working.length).toBeGreaterThan(0);
    for (const { Properties } of working) {
      expect(Properties).toMatchObject({ RedrivePolicy: { maxReceiveCount: 5 } });
    }
    const hiddenSeconds = (queue: string) =>
      working.find(({ id }) => id.startsWith(queue))?.Properties['VisibilityTimeout'];
    // Six times what their workers may take.
    expect([hiddenSeconds('LJMonitorRefreshQueue'), hiddenSeconds('ChatGenerationQueue')]).toEqual([180, 1800]);
  });

  it('has nothing that costs money while nobody looks', () => {
    const fixedPrice =
      /NatGateway|LoadBalancer|SecretsManager|KMS|RDS|ElastiCache|ProvisionedConcurrency|HostedZone|WAF/;
    expect(template.resources.filter(({ Type }) => fixedPrice.test(Type))).toEqual([]);
  });

  it('publishes pages after the assets that they name, and never caches a page', () => {
    const deployments = template.ofType('Custom::CDKBucketDeployment');
    expect(deployments).toHaveLength(4);
    for (const { Properties, ...rest } of deployments.filter(({ id }) => /Pages/.test(id))) {
      expect(Properties).toMatchObject({ SystemMetadata: { 'cache-control': 'no-cache' } });
      expect(JSON.stringify(rest)).toContain('Assets');
    }
  });
});

describe('the product', () => {
  it('does not know that it can run on one machine', () => {
    const found = grep(
      'localhost|127\\.0\\.0\\.1|AWS_ENDPOINT|IS_LOCAL|NODE_ENV',
      'lambdas',
      'infra',
      'web/src',
      'shared-types',
    );
    expect(found).toBe('');
  });
});

function grep(pattern: string, ...folders: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['grep', '-nE', pattern, '--', ...folders], { encoding: 'utf8' });
  // 1: nothing found. More: it could not look.
  if (status === null || status > 1) throw new Error(stderr);
  return stdout;
}
