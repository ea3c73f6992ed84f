import type { SQSClient } from '@aws-sdk/client-sqs';
import { log } from '../../platform/log.ts';
import { queueSender } from '../../platform/queue.ts';
import type { ChatJob, Generation } from './job.ts';

export function jobQueue(client: SQSClient, queueUrl: string) {
  const send = queueSender<ChatJob>(client, queueUrl);
  return {
    send,
    /** Sends a job, and ignores a failure of the queue: the next poll of the answer recovers it. */
    async offer(job: Generation) {
      try {
        await send(job);
      } catch (error) {
        log('warn', 'answer not queued', { key: job.sessionMessageId, error });
      }
    },
  };
}

export type JobQueue = ReturnType<typeof jobQueue>;
