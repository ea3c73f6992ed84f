import * as z from 'zod';
import { propertiesOf, TemplateBoolean, TemplateNumber } from '../../template/properties.ts';
import { arnOf, type Resource, resourcesOfType } from '../../template/resource.ts';
import type { Policies } from '../iam.ts';
import type { HostedFunction } from './hosted-function.ts';

const MappingProperties = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  /** Batches of more than one record would need partial failures, which the poller does not implement. */
  BatchSize: TemplateNumber.pipe(z.literal(1)),
  Enabled: TemplateBoolean.default(true),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  ScalingConfig: z.strictObject({ MaximumConcurrency: TemplateNumber.pipe(z.int().min(2)) }).optional(),
  Tags: z.unknown().optional(),
});

/** The default is that of SQS. */
const VisibilityTimeout = TemplateNumber.default(30);

export interface EventSourceMapping {
  queue: Resource;
  functionArn: string;
  enabled: boolean;
  reportsFailures: boolean;
  concurrency: number;
  visibilityTimeoutMs: number;
}

/** Reads the mappings of the template. AWS refuses one whose function may not consume its queue, and so does this. */
export function readMappings(resources: Resource[], functions: HostedFunction[], policies: Policies) {
  const mappings = resourcesOfType(resources, 'AWS::Lambda::EventSourceMapping').map((resource) =>
    readMapping(resource, resources),
  );
  for (const { functionArn, queue } of mappings) {
    const roleArn = functions.find(({ arn }) => arn === functionArn)?.roleArn ?? '';
    for (const action of ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']) {
      if (!policies.allows(roleArn, action, arnOf(queue)))
        throw new Error(`The role of ${functionArn} does not have permissions to call ${action} on ${queue.logicalId}`);
    }
  }
  return mappings;
}

export function readMapping(resource: Resource, resources: Resource[]): EventSourceMapping {
  const properties = propertiesOf(resource, MappingProperties);
  const find = (type: string, arn: string) =>
    resourcesOfType(resources, type).find((candidate) => [candidate.ref, arnOf(candidate)].includes(arn));
  const queue = find('AWS::SQS::Queue', properties.EventSourceArn);
  const target = find('AWS::Lambda::Function', properties.FunctionName);
  if (!queue || !target) throw new Error(`${resource.logicalId} connects no queue to a function of the template`);
  return {
    queue,
    functionArn: arnOf(target),
    enabled: properties.Enabled,
    reportsFailures: properties.FunctionResponseTypes.length > 0,
    concurrency: properties.ScalingConfig?.MaximumConcurrency ?? 5,
    visibilityTimeoutMs: 1000 * VisibilityTimeout.parse(queue.properties['VisibilityTimeout']),
  };
}
