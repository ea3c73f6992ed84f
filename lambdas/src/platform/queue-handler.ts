import type { SQSEvent } from 'aws-lambda';
import { log } from './log.ts';

export interface Delivery {
  /** If this fails as well, the record goes to the dead letters. */
  isLastAttempt: boolean;
}

/**
 * Serves a queue. Batches have one record, so throwing sends just that one back: it returns after the visibility
 * timeout and goes to the dead letters in the end. Every record may come several times.
 */
export const queueHandler =
  <Message>(
    schema: { parse(body: unknown): Message },
    work: (message: Message, receipt: Delivery) => Promise<void>,
    maxReceives = Infinity,
  ) =>
  async ({ Records }: SQSEvent): Promise<void> => {
    for (const { messageId, body, attributes } of Records) {
      try {
        const isLast = Number(attributes?.ApproximateReceiveCount ?? 1) >= maxReceives;
        await work(schema.parse(JSON.parse(body)), { isLastAttempt: isLast });
      } catch (error) {
        log('error', 'message failed', { messageId, error });
        throw error;
      }
    }
  };
