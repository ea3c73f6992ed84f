import type { Stack } from 'aws-cdk-lib';
import { CfnIntegration } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnManagedPolicy, CfnPolicy, CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnParameter } from 'aws-cdk-lib/aws-ssm';
import * as z from 'zod';
import { limits } from '../limits.ts';
import { estimatedBytes } from './estimated-bytes.ts';

const Arn = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) });
const Refs = z.array(z.object({ Ref: z.string() }));
const Scaling = z.object({ maximumConcurrency: z.number() });

/** Fails the synthesis of a template that AWS would refuse, or that would take every execution of the account. */
export function checkTemplateLimits(stack: Stack, concurrency: { executions: number; reserved: number }) {
  const problems = () => {
    const all = stack.node.findAll();
    return [
      ...all.filter((each) => each instanceof CfnFunction).flatMap((each) => problemOfEnvironment(stack, each)),
      ...all.filter((each) => each instanceof CfnRole).flatMap((each) => problemsOfRole(stack, each)),
      ...all.filter((each) => each instanceof CfnParameter).flatMap((each) => problemOfParameter(stack, each)),
      ...problemsOfIntegrations(stack),
      ...problemOfConcurrency(stack, concurrency),
    ];
  };
  stack.node.addValidation({ validate: problems });
}

function problemOfEnvironment(stack: Stack, { environment, node }: CfnFunction): string[] {
  const resolved: unknown = stack.resolve(environment);
  const { variables = {} } = z.object({ variables: z.unknown().optional() }).parse(resolved ?? {});
  return exceeds(`The environment of ${node.path}`, estimatedBytes(variables), limits.environmentBytes, 'bytes');
}

function problemOfParameter(stack: Stack, { value, tier = 'Standard', node }: CfnParameter): string[] {
  const limit = tier === 'Standard' ? limits.parameterBytes : limits.advancedParameterBytes;
  return exceeds(`The value of ${node.path}`, estimatedBytes(stack.resolve(value)), limit, 'bytes');
}

const Policies = z.array(z.object({ policyDocument: z.unknown() }));

function problemsOfRole(stack: Stack, role: CfnRole): string[] {
  const { path } = role.node;
  const isOfRole = ({ roles }: CfnPolicy | CfnManagedPolicy) =>
    Refs.parse(stack.resolve(roles)).some(({ Ref }) => Ref === stack.resolve(role.logicalId));
  const bytesOf = ({ policyDocument }: { policyDocument: unknown }) => estimatedBytes(stack.resolve(policyDocument));
  const all = stack.node.findAll();
  const inline = all.filter((each) => each instanceof CfnPolicy).filter(isOfRole);
  // The CDK makes managed policies of the statements for which a role has no room.
  const managed = all.filter((each) => each instanceof CfnManagedPolicy).filter(isOfRole);
  const named = z.array(z.unknown()).parse(stack.resolve(role.managedPolicyArns) ?? []);
  const own = Policies.parse(stack.resolve(role.policies) ?? []);
  const bytes = [...inline, ...own].reduce((sum, policy) => sum + bytesOf(policy), 0);
  return [
    ...exceeds(`The inline policies of ${path}`, bytes, limits.inlinePolicyBytes, 'bytes'),
    ...exceeds(path, managed.length + named.length, limits.managedPoliciesOfRole, 'managed policies'),
    ...managed.flatMap((each) => exceeds(each.node.path, bytesOf(each), limits.managedPolicyBytes, 'bytes')),
  ];
}

/** A function behind the API that may run longer than its integration would go on after its caller was refused. */
function problemsOfIntegrations(stack: Stack): string[] {
  const all = stack.node.findAll();
  const targets = all
    .filter((each) => each instanceof CfnIntegration)
    .flatMap(({ integrationUri }) => Arn.safeParse(stack.resolve(integrationUri)).data?.['Fn::GetAtt'][0] ?? []);
  return all
    .filter((each) => each instanceof CfnFunction)
    .filter(({ logicalId }) => targets.includes(String(stack.resolve(logicalId))))
    .flatMap(({ timeout = 3, node }) =>
      exceeds(`The timeout of ${node.path}`, timeout, limits.httpApiSeconds, 'seconds'),
    );
}

/** Workers process queues while users wait for the API, so they must leave some executions free. */
function problemOfConcurrency(
  stack: Stack,
  { executions, reserved }: { executions: number; reserved: number },
): string[] {
  const workers = stack.node
    .findAll()
    .filter((each) => each instanceof CfnEventSourceMapping)
    .map(({ scalingConfig }) => Scaling.parse(stack.resolve(scalingConfig)).maximumConcurrency)
    .reduce((sum, each) => sum + each, 0);
  return exceeds('The maximum concurrency of all queues', workers, executions - reserved, 'executions');
}

const exceeds = (name: string, count: number, limit: number, unit: string): string[] =>
  count > limit ? [`${name} may have ${limit} ${unit}, not ${count}`] : [];
