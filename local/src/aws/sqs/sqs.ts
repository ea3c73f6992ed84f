import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { JsonObject, Resource } from '../../cloud.ts';
import { refuse, respond, type Service } from '../endpoint.ts';
import { textOf } from '../../json.ts';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import * as fauxqs from './fauxqs.ts';
import { needsByOperation, sameName } from '../required-permissions.ts';

const QueueProperties = z.strictObject({
  QueueName: z.string().optional(),
  VisibilityTimeout: TemplateNumber.default(30),
  DelaySeconds: TemplateNumber.default(0),
  MessageRetentionPeriod: TemplateNumber.default(345_600),
  ReceiveMessageWaitTimeSeconds: TemplateNumber.default(0),
  RedrivePolicy: z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: TemplateNumber }).optional(),
  // Nothing that a person on this machine would notice:
  SqsManagedSseEnabled: z.unknown().optional(),
  Tags: z.unknown().optional(),
});

/** In seconds. Not 0, which fauxqs cannot write to its database. */
const atOnce = 0.001;

export interface Sqs {
  service: Service;
  /** Makes the queue, or gives the one on disk the template's attributes. */
  ensureQueue(queue: Resource): void;
  /** As a service of AWS puts one in. */
  send(queue: Resource, body: string): void;
  stop(): void;
}

/** SQS with its queues on disk. */
export function startSqs(dataDir: string): Sqs {
  const folder = join(dataDir, 'sqs');
  mkdirSync(folder, { recursive: true });
  const persistence = new fauxqs.PersistenceManager(folder);
  const store = new fauxqs.SqsStore();
  persistence.loadSqsAndSns(store, new fauxqs.SnsStore());
  store.persistence = persistence;
  for (const queue of store.allQueues()) {
    queue.persistence = persistence;
    // Whoever worked on these messages has died with the last start.
    for (const receiptHandle of queue.inflightMessages.keys()) queue.changeVisibility(receiptHandle, atOnce);
  }
  return {
    service: sqsService(store),
    ensureQueue(queue) {
      const { QueueName: name = '', Arn: arn = '' } = queue.attributes;
      const found = store.getQueueByName(name);
      // An empty redrive policy takes away the one from before.
      if (found) found.setAttributes({ RedrivePolicy: '', ...attributesOf(queue) });
      else store.createQueue(name, queue.ref, arn, attributesOf(queue));
    },
    send(queue, body) {
      fauxqs.sendMessage({ QueueUrl: queue.ref, MessageBody: body }, store);
    },
    stop() {
      store.shutdown();
      persistence.close();
    },
  };
}

function attributesOf(queue: Resource): Record<string, string> {
  const { RedrivePolicy: redrive, ...numbers } = propertiesOf(queue, QueueProperties);
  return {
    VisibilityTimeout: String(numbers.VisibilityTimeout),
    DelaySeconds: String(numbers.DelaySeconds),
    MessageRetentionPeriod: String(numbers.MessageRetentionPeriod),
    ReceiveMessageWaitTimeSeconds: String(numbers.ReceiveMessageWaitTimeSeconds),
    ...(redrive ? { RedrivePolicy: JSON.stringify(redrive) } : {}),
  };
}

type Store = InstanceType<typeof fauxqs.SqsStore>;

const operations: Record<string, (input: JsonObject, store: Store) => unknown> = {
  DeleteMessage: fauxqs.deleteMessage,
  GetQueueAttributes: fauxqs.getQueueAttributes,
  PurgeQueue: fauxqs.purgeQueue,
  ReceiveMessage: fauxqs.receiveMessage,
  SendMessage: fauxqs.sendMessage,
  SendMessageBatch: fauxqs.sendMessageBatch,
};

function sqsService(store: Store): Service {
  const onQueue = (action: string) => (input: JsonObject) => {
    const queue = store.getQueue(textOf(input['QueueUrl']));
    return [{ action: `sqs:${action}`, resource: queue?.arn ?? textOf(input['QueueUrl']) }];
  };
  return {
    deniedStatus: 403,
    needs: needsByOperation({
      ...sameName(Object.keys(operations), onQueue),
      SendMessageBatch: onQueue('SendMessage'),
    }),
    async serve({ operation, input }, response) {
      try {
        const output = await operations[operation]?.(input, store);
        if (response.destroyed) return handBack(output, input, store);
        respond(response, output ?? {});
      } catch (error) {
        if (error instanceof fauxqs.SqsError) refuse(response, error.statusCode, error.code, error.message);
        else throw error;
      }
    },
  };
}

/** A long poll whose caller has gone must not take messages with it. */
function handBack(output: unknown, input: JsonObject, store: Store) {
  const messages = z.object({ Messages: z.array(z.object({ ReceiptHandle: z.string() })) }).safeParse(output).data;
  const queue = store.getQueue(textOf(input['QueueUrl']));
  for (const { ReceiptHandle: receiptHandle } of messages?.Messages ?? [])
    queue?.changeVisibility(receiptHandle, atOnce);
}
