import type { SQSClient } from '@aws-sdk/client-sqs';
import { log } from '../../platform/log.ts';
import { queueSender } from '../../platform/queue.ts';
import type { Cancellation, ChatJob, Generation } from './job.ts';

export function jobQueue(client: SQSClient, queueUrl: string) {
  const send = queueSender<ChatJob>(client, queueUrl);
  return {
    send,
    /** Sends a job, and only logs a failure of the queue: the next poll recovers an answer, and without a cancellation the provider writes to the end. */
    async tryToSend(job: Generation | Cancellation) {
      try {
        await send(job);
      } catch (error) {
        log('warn', 'job not queued', { key: job.sessionMessageId, error });
      }
    },
  };
}

export type JobQueue = ReturnType<typeof jobQueue>;
