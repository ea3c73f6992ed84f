import { describe, expect, it } from '@jest/globals';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration } from 'aws-cdk-lib/aws-apigatewayv2';
import { ManagedPolicy, Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { ParameterTier, StringParameter } from 'aws-cdk-lib/aws-ssm';
import { checkTemplateLimits } from 'infra/checks/template-limits';
import { AppConfig, cdkContext } from 'infra/config';
import { limits } from 'infra/limits';
import * as z from 'zod';
import { synthesize } from '../../support/aws/template.ts';

const code = {
  runtime: Runtime.NODEJS_24_X,
  code: Code.fromInline('exports.handler = () => {}'),
  handler: 'index.handler',
};

/** Synthesizes a stack, and returns the check's findings. */
function refusalOf(build: (stack: Stack) => unknown): string {
  const app = new App({ analyticsReporting: false });
  const stack = new Stack(app, 'Site');
  build(stack);
  checkTemplateLimits(stack, { executions: 10, reserved: 5 });
  try {
    app.synth();
    return '';
  } catch (error) {
    return String(error);
  }
}

const roleOf = (stack: Stack) => new Role(stack, 'Role', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });

/** The policies are attached one by one, because the CDK itself divides the default policy of a role. */
const inlinePolicies = (count: number) => (stack: Stack) => {
  const role = roleOf(stack);
  for (let index = 0; index < count; index++) {
    const statements = [new PolicyStatement({ actions: ['s3:GetObject'], resources: [`arn:${'x'.repeat(2000)}`] })];
    role.attachInlinePolicy(new Policy(stack, `Policy${index}`, { statements }));
  }
};

/** The policies stand in the role itself. */
const policiesInRole = (count: number) => (stack: Stack) => {
  const statements = [new PolicyStatement({ actions: ['s3:GetObject'], resources: [`arn:${'x'.repeat(2000)}`] })];
  const documents = Array.from(
    { length: count },
    (_, index) => [`P${index}`, new PolicyDocument({ statements })] as const,
  );
  return new Role(stack, 'Role', {
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    inlinePolicies: Object.fromEntries(documents),
  });
};

const managedPolicies = (count: number) => (stack: Stack) => {
  const role = roleOf(stack);
  for (let index = 0; index < count; index++)
    role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName(`P${index}`));
};

/** One of the policies is made by the template itself, as the CDK does when a role has no room. */
const managedPoliciesWithOwn = (count: number) => (stack: Stack) => {
  const role = roleOf(stack);
  const statements = [new PolicyStatement({ actions: ['s3:GetObject'], resources: ['*'] })];
  const own = new ManagedPolicy(stack, 'Own', { statements });
  own.attachToRole(role);
  for (let index = 1; index < count; index++)
    role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName(`P${index}`));
};

const documentOf = (resource: string) => ({
  Statement: [{ Action: 's3:GetObject', Effect: 'Allow', Resource: resource }],
  Version: '2012-10-17',
});

const managedPolicy = (bytes: number) => (stack: Stack) => {
  const rest = bytes - JSON.stringify(documentOf('')).length;
  const statements = [new PolicyStatement({ actions: ['s3:GetObject'], resources: ['x'.repeat(rest)] })];
  return new ManagedPolicy(stack, 'Own', { statements, roles: [roleOf(stack)] });
};

const environment = (bytes: number) => (stack: Stack) =>
  new Function(stack, 'Function', {
    ...code,
    environment: { A: 'x'.repeat(bytes - JSON.stringify({ A: '' }).length) },
  });

const behindApi = (seconds: number) => (stack: Stack) => {
  const api = new CfnApi(stack, 'Api', { name: 'api', protocolType: 'HTTP' });
  const { functionArn } = new Function(stack, 'Function', { ...code, timeout: Duration.seconds(seconds) });
  const more = { integrationType: 'AWS_PROXY', payloadFormatVersion: '2.0' };
  return new CfnIntegration(stack, 'Integration', { apiId: api.ref, integrationUri: functionArn, ...more });
};

const worker = (maxConcurrency: number) => (stack: Stack) => {
  const { queueArn: eventSourceArn } = new Queue(stack, 'Queue');
  return new Function(stack, 'Function', code).addEventSourceMapping('Mapping', { eventSourceArn, maxConcurrency });
};

const parameter = (bytes: number, tier?: ParameterTier) => (stack: Stack) =>
  new StringParameter(stack, 'List', {
    parameterName: '/list',
    stringValue: 'x'.repeat(bytes - '""'.length),
    ...(tier && { tier }),
  });

describe('the check of the limits of AWS', () => {
  it.each<[string, (count: number) => (stack: Stack) => unknown, number, number, string]>([
    ['4 KB of environment', environment, 4096, 4097, 'The environment of Site/Function/Resource may have 4096 bytes'],
    [
      '10,240 bytes of inline policies',
      inlinePolicies,
      4,
      5,
      'The inline policies of Site/Role/Resource may have 10240',
    ],
    [
      '10,240 bytes of policies in a role',
      policiesInRole,
      4,
      5,
      'The inline policies of Site/Role/Resource may have 10240',
    ],
    ['ten managed policies', managedPolicies, 10, 11, 'Site/Role/Resource may have 10 managed policies, not 11'],
    [
      'ten managed policies with those of the template',
      managedPoliciesWithOwn,
      10,
      11,
      'Site/Role/Resource may have 10 managed policies, not 11',
    ],
    ['6,144 bytes of a managed policy', managedPolicy, 6100, 6300, 'Site/Own/Resource may have 6144 bytes, not '],
    ['30 seconds behind the API', behindApi, 30, 31, 'The timeout of Site/Function/Resource may have 30 seconds'],
    ['half of the executions for queues', worker, 5, 6, 'The maximum concurrency of all queues may have 5 executions'],
    [
      '4 KB of a parameter',
      (bytes) => parameter(bytes),
      4096,
      4097,
      'The value of Site/List/Resource may have 4096 bytes, not 4097',
    ],
    [
      '8 KB of a parameter that may become an advanced one',
      (bytes) => parameter(bytes, ParameterTier.INTELLIGENT_TIERING),
      8192,
      8193,
      'The value of Site/List/Resource may have 8192 bytes, not 8193',
    ],
  ])('accepts %s, and no more', (_, build, most, tooMany, sentence) => {
    expect(refusalOf(build(most))).toBe('');
    expect(refusalOf(build(tooMany))).toContain(sentence);
  });
});

const { stacks } = AppConfig.parse(cdkContext());
const named = (count: number) => ({
  ...stacks,
  configured: Array.from({ length: count }, (_, index) => ({
    ...stacks.configured[0],
    name: `game-${index}-`.padEnd(63, 'x'),
  })),
});

describe('a site with 25 stacks of the longest names', () => {
  it('is synthesized within the limits of CloudFormation, without a finding', async () => {
    const template = await synthesize({ stacks: named(25) });
    expect(Buffer.byteLength(template.text)).toBeLessThan(limits.templateBytes);
    // The CDK refuses a stack of more than 500 resources itself.
    expect(template.resources.length).toBeLessThanOrEqual(500);
    const Variables = z.object({ Variables: z.record(z.string(), z.unknown()) });
    const environments = template.ofType('AWS::Lambda::Function').flatMap(({ Properties }) => {
      const given = Variables.safeParse(Properties['Environment']);
      return given.success ? [JSON.stringify(given.data.Variables)] : [];
    });
    expect(environments.filter((text) => text.includes('game-24'))).toEqual([]);
  });

  it('is the largest: a 26th stack is refused with a sentence', () => {
    expect(AppConfig.shape.stacks.safeParse(named(25)).success).toBe(true);
    expect(z.prettifyError(AppConfig.shape.stacks.safeParse(named(26)).error ?? new z.ZodError([]))).toContain(
      'may have 25 stacks at most',
    );
  });
});
