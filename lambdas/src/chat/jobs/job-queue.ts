import type { SQSClient } from '@aws-sdk/client-sqs';
import { log } from '../../platform/log.ts';
import { queueSender } from '../../platform/queue.ts';
import type { ChatJob } from './job.ts';
import type { JobQueue } from '../ports.ts';

export function sqsGenerationQueue(client: SQSClient, queueUrl: string): JobQueue {
  const send = queueSender<ChatJob>(client, queueUrl);
  return {
    send,
    async offer(job) {
      try {
        await send(job);
      } catch (error) {
        log('warn', 'answer not queued', { key: job.sessionMessageId, error });
      }
    },
  };
}
