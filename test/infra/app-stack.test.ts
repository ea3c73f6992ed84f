import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { visits } from 'infra/operator/deployed/checks';
import * as z from 'zod';
import { synthesize } from '../support/aws/template.ts';
import { everyCall } from '../support/contract/contract.ts';

const template = await synthesize();

describe('the deployed site', () => {
  it('has a route for every call of the contract and a default route', () => {
    const keys = template.ofType('AWS::ApiGatewayV2::Route').map(({ Properties }) => String(Properties['RouteKey']));
    const calls = everyCall.flatMap(({ route, knownRoute }) =>
      knownRoute === undefined ? [route] : [route, knownRoute],
    );
    expect(new Set(keys)).toEqual(new Set(['$default', ...calls]));
    expect(keys).toHaveLength(new Set(calls).size + 1);
  });

  it('is visited by the doctor at each function that answers calls', () => {
    const routes = template.ofType('AWS::ApiGatewayV2::Route').map(({ Properties }) => ({
      key: String(Properties['RouteKey']),
      target: JSON.stringify(Properties['Target']),
    }));
    const visited = visits.flatMap(([path]) => routes.filter(({ key }) => key === `GET ${path}`));
    expect(new Set(visited.map(({ target }) => target))).toEqual(new Set(routes.map(({ target }) => target)));
  });

  it('has the outputs that docs/operations.md names', () => {
    const { Outputs } = z.object({ Outputs: z.record(z.string(), z.unknown()) }).parse(JSON.parse(template.text));
    expect(Object.keys(Outputs).toSorted()).toEqual(['ApiEndpoint', 'EdgeDomain', 'Url']);
  });

  it('gives every table point-in-time recovery', () => {
    const tables = template.ofType('AWS::DynamoDB::Table');
    expect(tables.length).toBeGreaterThan(0);
    for (const { Properties } of tables) {
      expect(Properties).toMatchObject({
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        BillingMode: 'PAY_PER_REQUEST',
      });
    }
  });

  it('keeps the log of every function in a log group of the template for a month', () => {
    const groups = template.ofType('AWS::Logs::LogGroup');
    expect(groups.filter(({ Properties }) => Properties['RetentionInDays'] !== 30)).toEqual([]);
    const writers = template.resources.filter(({ Type }) =>
      ['AWS::Lambda::Function', 'AWS::ApiGatewayV2::Stage', 'AWS::StepFunctions::StateMachine'].includes(Type),
    );
    expect(writers.length).toBeGreaterThan(5);
    const ids = groups.map(({ id }) => `"${id}"`);
    expect(writers.filter(({ Properties }) => !ids.some((id) => JSON.stringify(Properties).includes(id)))).toEqual([]);
  });

  it('delivers records one by one, with a sufficient timeout, and moves them to the dead-letter queue after five failures', () => {
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

  it('keeps dead letters longer than a queue keeps its records, because their age counts from the first sending', () => {
    const queues = template.ofType('AWS::SQS::Queue');
    // Four days are the default of SQS.
    const secondsOf = ({ Properties }: (typeof queues)[number]) => Properties['MessageRetentionPeriod'] ?? 4 * 86_400;
    const lastOnes = queues.filter(({ Properties }) => !Properties['RedrivePolicy']);
    const others = queues.filter(({ Properties }) => Properties['RedrivePolicy']);
    expect(new Set(lastOnes.map(secondsOf))).toEqual(new Set([14 * 86_400]));
    expect(new Set(others.map(secondsOf))).toEqual(new Set([4 * 86_400]));
  });

  it('keeps its files from the public: only its own distribution reads them', () => {
    const buckets = template.ofType('AWS::S3::Bucket');
    expect(buckets.length).toBeGreaterThan(2);
    const blocked = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];
    for (const { Properties } of buckets)
      expect(Properties['PublicAccessBlockConfiguration']).toEqual(
        Object.fromEntries(blocked.map((name) => [name, true])),
      );
    const Statement = z.looseObject({ Effect: z.string(), Action: z.unknown(), Principal: z.unknown() });
    const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) });
    const allowed = template
      .ofType('AWS::S3::BucketPolicy')
      .flatMap(({ Properties }) => Policy.parse(Properties).PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Allow');
    const [distribution] = template.ofType('AWS::CloudFront::Distribution');
    expect(allowed).toEqual([
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Resource: expect.anything(),
        Condition: {
          StringEquals: { 'AWS:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([{ Ref: distribution?.id }])] } },
        },
      },
    ]);
    expect(template.ofType('AWS::CloudFront::OriginAccessControl').map(({ Properties }) => Properties)).toMatchObject([
      { OriginAccessControlConfig: { SigningBehavior: 'always', OriginAccessControlOriginType: 's3' } },
    ]);
  });

  it('has no resource with a fixed price', () => {
    const fixedPrice =
      /NatGateway|LoadBalancer|SecretsManager|KMS|RDS|ElastiCache|ProvisionedConcurrency|HostedZone|WAF/;
    expect(template.resources.filter(({ Type }) => fixedPrice.test(Type))).toEqual([]);
  });

  it('sets a retention of a month for every log and gives every function a log group', () => {
    const retentions = template.ofType('AWS::Logs::LogGroup').map(({ Properties }) => Properties['RetentionInDays']);
    expect(new Set(retentions)).toEqual(new Set([30]));
    for (const { Properties } of template.ofType('AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({ LoggingConfig: { LogGroup: { Ref: expect.any(String) } } });
    }
  });

  it('sends no mail by default, but those about an account', () => {
    expect(template.ofType('AWS::SNS::Topic').map(({ id }) => id)).toEqual([
      expect.stringMatching(/^AccountMailsTopic/),
    ]);
    expect(template.ofType('AWS::SNS::Subscription')).toEqual([]);
    expect(template.ofType('AWS::Budgets::Budget')).toEqual([]);
    expect(template.text).not.toContain('AlarmActions');
  });

  it('publishes pages after their assets and never caches a page', () => {
    const deployments = template.ofType('Custom::CDKBucketDeployment').filter(({ id }) => id.startsWith('Site'));
    expect(deployments).toHaveLength(4);
    for (const { Properties, ...rest } of deployments.filter(({ id }) => /Pages/.test(id))) {
      expect(Properties).toMatchObject({ SystemMetadata: { 'cache-control': 'no-cache' } });
      expect(JSON.stringify(rest)).toContain('Assets');
    }
  });
});

describe('the product', () => {
  // It runs the same code everywhere, so it may not know where it is.
  it('names no address of this machine', () => {
    expect(grep(String.raw`localhost|127\.0\.0\.1`, 'lambdas', 'infra', 'web/src', 'shared-types')).toBe('');
  });

  it('reads its environment in one place, which takes the variables that the template sets', () => {
    const found = grep(String.raw`process\.env|import\.meta\.env`, 'lambdas', 'web/src', 'shared-types');
    expect(found).toMatch(/^lambdas\/src\/platform\/env\.ts:.*\n$/);
  });
});

function grep(pattern: string, ...folders: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['grep', '-nE', pattern, '--', ...folders], { encoding: 'utf8' });
  // The status 1 says that nothing was found. With a higher status git could not look.
  if (status === null || status > 1) throw new Error(stderr);
  return stdout;
}
