import * as z from 'zod';
import type { Resource } from '../cloud.ts';
import { type HostedFunction, hostedFunction } from '../aws/lambda/function-host.ts';
import { type Route, routesOf } from '../aws/api-gateway/routes.ts';
import { type Grants, readGrants } from '../aws/iam.ts';
import { eventSourceMapping, type Mapping } from '../aws/lambda/poller.ts';
import { type EventRule, eventRule } from '../aws/eventbridge/event-rules.ts';
import { type Schedule, schedule } from '../aws/scheduler/scheduler.ts';
import type { PoolDescription } from '../aws/cognito/cognito.ts';
import { poolsOf } from '../aws/cognito/service.ts';
import { type Machine, stateMachine } from '../aws/step-functions/definition.ts';
import { storedParameters } from '../aws/ssm/ssm.ts';
import { propertiesOf, TemplateNumber } from './properties.ts';

/** What of a stack has to be hosted. */
export interface Stack {
  tables: Resource[];
  queues: Resource[];
  pools: PoolDescription[];
  /** Those that the deployment writes. */
  parameters: Record<string, string>;
  functions: HostedFunction[];
  mappings: Mapping[];
  schedules: Schedule[];
  rules: EventRule[];
  machines: Machine[];
  /** Where Lambda sends what it has given up, by function. */
  failureQueues: Map<string, Resource>;
  topics: Resource[];
  subscriptions: Resource[];
  routes: Route[];
  grants: Grants;
}

/** Reads the resources, and refuses what AWS would refuse: a caller of a function that may not call it. */
export function readStack(resources: Resource[], assetPath: (objectKey: string) => string, stackSpeed = 1): Stack {
  const of = (type: string) => resources.filter((resource) => resource.type === type);

  // CDK's own functions, which upload files while deploying: the edge reads those files where they are.
  const providers = new Set(of('Custom::CDKBucketDeployment').map(({ properties }) => properties['ServiceToken']));
  const stack = {
    tables: of('AWS::DynamoDB::Table'),
    queues: of('AWS::SQS::Queue'),
    pools: poolsOf(resources),
    parameters: storedParameters(of('AWS::SSM::Parameter')),
    functions: of('AWS::Lambda::Function')
      .filter(({ attributes }) => !providers.has(attributes['Arn'] ?? ''))
      .map((resource) => hostedFunction(resource, assetPath)),
    mappings: of('AWS::Lambda::EventSourceMapping').map((resource) => eventSourceMapping(resource, resources)),
    schedules: of('AWS::Scheduler::Schedule').map(schedule),
    rules: of('AWS::Events::Rule').map(eventRule),
    machines: of('AWS::StepFunctions::StateMachine').map((resource) => stateMachine(resource, stackSpeed)),
    failureQueues: new Map(of('AWS::Lambda::EventInvokeConfig').map((resource) => failureQueue(resource, resources))),
    topics: of('AWS::SNS::Topic'),
    subscriptions: of('AWS::SNS::Subscription'),
    routes: routesOf(resources),
    grants: readGrants(resources),
  };
  refuseUnlawfulCalls(stack, of('AWS::Lambda::Permission'));
  return stack;
}

const EventInvokeConfig = z.strictObject({
  FunctionName: z.string(),
  Qualifier: z.literal('$LATEST'),
  MaximumEventAgeInSeconds: TemplateNumber.optional(),
  MaximumRetryAttempts: z.literal(2),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
});

function failureQueue(resource: Resource, resources: Resource[]): [string, Resource] {
  const { FunctionName: name, DestinationConfig: config } = propertiesOf(resource, EventInvokeConfig);
  const target = resources.find(({ type, ref }) => type === 'AWS::Lambda::Function' && ref === name);
  const queue = resources.find(({ attributes }) => attributes['Arn'] === config.OnFailure.Destination);
  if (!target || queue?.type !== 'AWS::SQS::Queue')
    throw new Error(`${resource.logicalId}: only a queue can take the failures of a function here`);
  return [target.attributes['Arn'] ?? '', queue];
}

function require(allowed: boolean, sentence: string) {
  if (!allowed) throw new Error(sentence);
}

function refuseUnlawfulCalls(
  { functions, grants, mappings, schedules, failureQueues, rules, machines, routes }: Stack,
  permissions: Resource[],
) {
  const roleOf = (arn: string) => functions.find((hosted) => hosted.arn === arn)?.roleArn ?? '';
  for (const { functionArn, queue } of mappings) {
    for (const action of ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']) {
      const allowed = grants.allows(roleOf(functionArn), action, queue.attributes['Arn'] ?? '');
      require(allowed, `The role of ${functionArn} does not have permissions to call ${action} on ${queue.logicalId}`);
    }
  }
  for (const { name, roleArn, targetArn } of schedules) {
    const allowed = grants.allows(roleArn, 'lambda:InvokeFunction', targetArn);
    require(allowed, `The role of the schedule ${name} may not invoke ${targetArn}`);
  }
  for (const { arn, roleArn, tasks } of machines) {
    for (const [state, functionArn] of tasks) {
      const allowed = grants.allows(roleArn, 'lambda:InvokeFunction', functionArn);
      require(allowed, `The role of ${arn} may not invoke ${functionArn} in "${state}"`);
    }
  }
  for (const [functionArn, queue] of failureQueues) {
    const allowed = grants.allows(roleOf(functionArn), 'sqs:SendMessage', queue.attributes['Arn'] ?? '');
    require(allowed, `The role of ${functionArn} may not send its failures to ${queue.logicalId}`);
  }
  const permitted = (principal: string) =>
    new Set(
      permissions
        .filter(({ properties }) => properties['Principal'] === principal)
        .map(({ properties }) => properties['FunctionName']),
    );
  const mayBeTold = permitted('events.amazonaws.com');
  for (const { arn, targetArns } of rules) {
    for (const targetArn of targetArns)
      require(mayBeTold.has(targetArn), `EventBridge may not invoke ${targetArn} for ${arn}`);
  }
  const mayBeServed = permitted('apigateway.amazonaws.com');
  for (const { routeKey, functionId } of routes) {
    require(mayBeServed.has(
      functionId,
    ), `API Gateway may not invoke ${functionId} for ${routeKey}: no AWS::Lambda::Permission`);
  }
}
