import * as z from 'zod';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { arnOf, type Resource, resourcesOfType } from '../../template/resource.ts';
import type { Policies } from '../iam.ts';
import type { HostedFunction } from './hosted-function.ts';

const EventInvokeConfig = z.strictObject({
  FunctionName: z.string(),
  Qualifier: z.literal('$LATEST'),
  MaximumEventAgeInSeconds: TemplateNumber.optional(),
  MaximumRetryAttempts: z.literal(2),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
});

/** Reads the queues that take asynchronous invocations after the last retry, by the ARN of the function. */
export function readFailureQueues(resources: Resource[], functions: HostedFunction[], policies: Policies) {
  const queues = new Map<string, Resource>();
  for (const resource of resourcesOfType(resources, 'AWS::Lambda::EventInvokeConfig')) {
    const { FunctionName: name, DestinationConfig: config } = propertiesOf(resource, EventInvokeConfig);
    const target = functions.find((each) => each.name === name);
    const queue = resources.find((each) => arnOf(each) === config.OnFailure.Destination);
    if (!target || queue?.type !== 'AWS::SQS::Queue')
      throw new Error(`${resource.logicalId}: only a queue can take the failures of a function here`);
    if (!policies.allows(target.roleArn, 'sqs:SendMessage', arnOf(queue)))
      throw new Error(`The role of ${target.arn} may not send its failures to ${queue.logicalId}`);
    queues.set(target.arn, queue);
  }
  return queues;
}
