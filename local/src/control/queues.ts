import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Cloud } from '../cloud.ts';
import type { Resource } from '../template/resource.ts';

export interface QueueDepth {
  name: string;
  waiting: number;
  inFlight: number;
  delayed: number;
  /** Whether this is the dead-letter queue of another queue. */
  isDeadLetters: boolean;
}

/** Reads the depth of each queue of the template. */
export function queueDepths({ resources, aws }: Pick<Cloud, 'resources' | 'aws'>) {
  const all = resources.filter(({ type }) => type === 'AWS::SQS::Queue');
  const policies = all.map(({ properties }) => JSON.stringify(properties['RedrivePolicy'] ?? ''));
  const isDeadLetters = ({ attributes, logicalId }: Resource) =>
    policies.some((policy) => policy.includes(`"${attributes['Arn'] ?? logicalId}"`));
  // Dead-letter queues come last.
  const queues = all.toSorted((one, other) => Number(isDeadLetters(one)) - Number(isDeadLetters(other)));
  const client = new SQSClient({ ...aws });

  return () =>
    Promise.all(
      queues.map(async (queue): Promise<QueueDepth> => {
        const { logicalId, ref, attributes } = queue;
        const { Attributes = {} } = await client.send(
          new GetQueueAttributesCommand({ QueueUrl: ref, AttributeNames: ['All'] }),
        );
        return {
          name: attributes['QueueName'] ?? logicalId,
          waiting: Number(Attributes['ApproximateNumberOfMessages'] ?? 0),
          inFlight: Number(Attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0),
          delayed: Number(Attributes['ApproximateNumberOfMessagesDelayed'] ?? 0),
          isDeadLetters: isDeadLetters(queue),
        };
      }),
    );
}
