import { describe, expect, it } from '@jest/globals';
import { readInvocableRoutes } from 'local/aws/api-gateway/routes';
import { readPolicies } from 'local/aws/iam';
import { readMappings } from 'local/aws/lambda/event-source-mapping';
import { readFunctions } from 'local/aws/lambda/hosted-function';
import { readSchedules } from 'local/aws/scheduler/schedule';
import type { JsonObject } from 'local/json';
import type { Resource } from 'local/template/resource';
import { resource } from '../template/resource.ts';

const workerRole = resource('AWS::IAM::Role', 'WorkerRole', {}, { Arn: 'arn:worker-role' });
const scheduleRole = resource('AWS::IAM::Role', 'ScheduleRole', {}, { Arn: 'arn:schedule-role' });
const queue = resource('AWS::SQS::Queue', 'Queue', {}, { Arn: 'arn:queue', QueueName: 'queue' });
const worker = resource(
  'AWS::Lambda::Function',
  'Worker',
  { Runtime: 'nodejs24.x', Handler: 'index.handler', Code: { S3Bucket: 'b', S3Key: 'k' }, Role: 'arn:worker-role' },
  { Arn: 'arn:worker' },
);
const policy = (role: Resource, ...statements: JsonObject[]) =>
  resource('AWS::IAM::Policy', `${role.logicalId}Policy`, {
    PolicyDocument: { Statement: statements },
    Roles: [role.ref],
  });
const consumerPolicy = policy(workerRole, {
  Effect: 'Allow',
  Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  Resource: 'arn:queue',
});
const mapping = resource('AWS::Lambda::EventSourceMapping', 'Mapping', {
  EventSourceArn: 'arn:queue',
  FunctionName: 'Worker-ref',
  BatchSize: 1,
});
const daily = { ScheduleExpression: 'rate(1 day)', FlexibleTimeWindow: { Mode: 'OFF' } };
const target = { Arn: 'arn:worker', RoleArn: 'arn:schedule-role' };
const schedule = resource('AWS::Scheduler::Schedule', 'Daily', { ...daily, Target: target });
const mayInvoke = policy(scheduleRole, { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: 'arn:worker' });
const scheduleWithDeadLetters = resource('AWS::Scheduler::Schedule', 'Daily', {
  ...daily,
  Target: { ...target, DeadLetterConfig: { Arn: 'arn:queue' } },
});
const api = [
  resource('AWS::ApiGatewayV2::Integration', 'Integration', {
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
    IntegrationUri: 'arn:worker',
  }),
  resource('AWS::ApiGatewayV2::Route', 'Route', { RouteKey: 'GET /api/x', Target: 'integrations/Integration-ref' }),
];

function read(...others: Resource[]) {
  const resources = [workerRole, scheduleRole, queue, worker, ...others];
  const policies = readPolicies(resources);
  const functions = readFunctions(resources, () => '');
  return {
    functions,
    mappings: readMappings(resources, functions, policies),
    schedules: readSchedules(resources, policies),
    routes: readInvocableRoutes(resources),
  };
}

describe('the services of the local cloud', () => {
  it('read the functions and mappings of a template', () => {
    const { functions, mappings } = read(consumerPolicy, mapping);
    expect(functions).toMatchObject([{ arn: 'arn:worker', name: 'Worker-ref', timeoutMs: 3000 }]);
    expect(mappings).toMatchObject([{ queue, functionArn: 'arn:worker', concurrency: 5, enabled: true }]);
  });

  it.each<[string, Resource[], string]>([
    ['worker that may not read its queue', [mapping], 'sqs:ReceiveMessage on Queue'],
    ['schedule that may not invoke its target', [schedule], 'The role of the schedule Daily may not invoke arn:worker'],
    [
      'schedule that may not send to its dead-letter queue',
      [mayInvoke, scheduleWithDeadLetters],
      'The role of the schedule Daily may not send to arn:queue',
    ],
    ['route whose function API Gateway may not invoke', api, 'API Gateway may not invoke arn:worker for GET /api/x'],
  ])('refuse a %s', (_, resources, words) => {
    expect(() => read(...resources)).toThrow(words);
  });

  it('do not host the function that uploads the site during a deployment', () => {
    const uploader = resource('AWS::Lambda::Function', 'Uploader', { Runtime: 'python3.13' }, { Arn: 'arn:uploader' });
    const deployment = resource('Custom::CDKBucketDeployment', 'Upload', { ServiceToken: 'arn:uploader' });
    expect(read(uploader, deployment).functions).toHaveLength(1);
    expect(() => read(uploader)).toThrow('Uploader');
  });
});
