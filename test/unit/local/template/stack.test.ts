import { describe, expect, it } from '@jest/globals';
import type { JsonObject, Resource } from 'local/cloud';
import { readStack } from 'local/template/stack';
import { resource } from './resource.ts';

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
const mayConsume = policy(workerRole, {
  Effect: 'Allow',
  Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  Resource: 'arn:queue',
});
const mapping = resource('AWS::Lambda::EventSourceMapping', 'Mapping', {
  EventSourceArn: 'arn:queue',
  FunctionName: 'Worker-ref',
  BatchSize: 1,
});
const schedule = resource('AWS::Scheduler::Schedule', 'Daily', {
  ScheduleExpression: 'rate(1 day)',
  Target: { Arn: 'arn:worker', RoleArn: 'arn:schedule-role' },
});
const api = [
  resource('AWS::ApiGatewayV2::Integration', 'Integration', {
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
    IntegrationUri: 'arn:worker',
  }),
  resource('AWS::ApiGatewayV2::Route', 'Route', { RouteKey: 'GET /api/x', Target: 'integrations/Integration-ref' }),
];
const read = (...resources: Resource[]) => readStack([workerRole, scheduleRole, queue, worker, ...resources], () => '');

describe('a stack', () => {
  it('is read into what has to be hosted', () => {
    const stack = read(mayConsume, mapping);
    expect(stack.queues).toEqual([queue]);
    expect(stack.functions).toMatchObject([{ arn: 'arn:worker', name: 'Worker-ref', timeoutMs: 3000 }]);
    expect(stack.mappings).toMatchObject([{ functionArn: 'arn:worker', concurrency: 5, enabled: true }]);
  });

  it.each<[string, Resource[], string]>([
    ['worker that may not read its queue', [mapping], 'sqs:ReceiveMessage on Queue'],
    ['schedule that may not invoke its target', [schedule], 'The role of the schedule Daily may not invoke arn:worker'],
    ['route whose function the API may not invoke', api, 'API Gateway may not invoke arn:worker for GET /api/x'],
  ])('with a %s does not start', (_, resources, words) => {
    expect(() => read(...resources)).toThrow(words);
  });

  it('does not host the function that uploads the site while deploying', () => {
    const uploader = resource('AWS::Lambda::Function', 'Uploader', { Runtime: 'python3.13' }, { Arn: 'arn:uploader' });
    const deployment = resource('Custom::CDKBucketDeployment', 'Upload', { ServiceToken: 'arn:uploader' });
    expect(read(uploader, deployment).functions).toHaveLength(1);
    expect(() => read(uploader)).toThrow('Uploader');
  });
});
