import type { Context, SQSEvent } from 'aws-lambda';
import { log, withLogFields } from '../log.ts';

export interface Delivery {
  /** After a failure of the last attempt the record goes to the dead-letter queue. */
  isLastAttempt: boolean;
}

/**
 * Serves a queue. Batches have one record, so throwing sends just that one back: SQS delivers it again after the
 * visibility timeout, and moves it to the dead-letter queue in the end. Every record may arrive several times.
 */
export const queueHandler =
  <Message>(
    schema: { parse(body: unknown): Message },
    work: (message: Message, receipt: Delivery) => Promise<void>,
    maxReceives = Infinity,
  ) =>
  async ({ Records }: SQSEvent, { awsRequestId: requestId }: Pick<Context, 'awsRequestId'>): Promise<void> => {
    for (const { messageId, body, attributes } of Records) {
      await withLogFields({ requestId, messageId }, async () => {
        try {
          const isLastAttempt = Number(attributes?.ApproximateReceiveCount ?? 1) >= maxReceives;
          await work(schema.parse(JSON.parse(body)), { isLastAttempt });
        } catch (error) {
          log('error', 'message failed', { error });
          throw error;
        }
      });
    }
  };
