import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { JsonObject } from '../../json.ts';
import type { Resource } from '../../template/resource.ts';
import { textOf } from '../../json.ts';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { refuse, respond, type Service } from '../endpoint.ts';
import { permissionsByOperation, withSameAction } from '../required-permissions.ts';
import { openMessageStore, type QueueSettings } from './message-store.ts';
import { operations, type Queues, SqsError } from './operations.ts';

/** The defaults are those of AWS::SQS::Queue in CloudFormation. */
const QueueProperties = z.strictObject({
  QueueName: z.string().optional(),
  VisibilityTimeout: TemplateNumber.default(30),
  DelaySeconds: TemplateNumber.default(0),
  MessageRetentionPeriod: TemplateNumber.default(345_600),
  ReceiveMessageWaitTimeSeconds: TemplateNumber.default(0),
  RedrivePolicy: z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: TemplateNumber }).optional(),
  // These make no difference on one machine.
  SqsManagedSseEnabled: z.unknown().optional(),
  Tags: z.unknown().optional(),
});

export interface Sqs {
  service: Service;
  /** Adds a queue of the template. Its messages from an earlier start are still there. */
  ensureQueue(queue: Resource): void;
  /** Sends a message in the name of an AWS service. */
  send(queue: Resource, body: string): void;
  /** Moves a received message to the dead-letter queue. A queue without a dead-letter queue loses the message. */
  drop: (queue: Resource, receiptHandle: string) => void;
  stop(): void;
}

/** Starts SQS with its messages in a SQLite file below the data directory. */
export function startSqs(dataDir: string): Sqs {
  mkdirSync(dataDir, { recursive: true });
  const store = openMessageStore(join(dataDir, 'sqs.sqlite'));
  // Long polls end with the service, before the store that they look into is closed.
  const stopping = new AbortController();
  const settings = new Map<string, QueueSettings>();
  const find = (url: string) => {
    const found = settings.get(url);
    if (!found) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return found;
  };
  return {
    service: sqsService({ store, find }, (url) => settings.get(url)?.arn, stopping.signal),
    ensureQueue: (queue) => void settings.set(queue.ref, settingsOf(queue)),
    send: (queue, body) => void store.send(find(queue.ref), { body }),
    drop: (queue, receiptHandle) => store.drop(find(queue.ref), receiptHandle),
    stop() {
      stopping.abort();
      store.close();
    },
  };
}

function settingsOf(queue: Resource): QueueSettings {
  const properties = propertiesOf(queue, QueueProperties);
  return {
    arn: queue.attributes['Arn'] ?? '',
    url: queue.ref,
    visibilityTimeout: properties.VisibilityTimeout,
    delay: properties.DelaySeconds,
    retention: properties.MessageRetentionPeriod,
    receiveWait: properties.ReceiveMessageWaitTimeSeconds,
    ...(properties.RedrivePolicy && { redrive: properties.RedrivePolicy }),
  };
}

function sqsService(queues: Queues, arnOf: (url: string) => string | undefined, stopping: AbortSignal): Service {
  const onQueue = (action: string) => (input: JsonObject) => {
    const url = textOf(input['QueueUrl']);
    return [{ action: `sqs:${action}`, resource: arnOf(url) ?? url }];
  };
  return {
    deniedStatus: 403,
    requiredPermissions: permissionsByOperation(withSameAction(Object.keys(operations), onQueue)),
    async serve({ operation, input, headers }, response) {
      const traceHeader = headers['x-amzn-trace-id']?.toString();
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, stopping]);
      try {
        respond(response, (await operations[operation]?.(queues, input, { signal, traceHeader })) ?? {});
      } catch (error) {
        if (error instanceof SqsError) refuse(response, 400, error.code, error.message);
        else if (error instanceof z.ZodError) refuse(response, 400, 'InvalidParameterValue', z.prettifyError(error));
        else throw error;
      }
    },
  };
}
