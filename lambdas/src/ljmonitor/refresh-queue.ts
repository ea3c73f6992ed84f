import type { SQSClient } from '@aws-sdk/client-sqs';
import { queueSender } from '../platform/queue.ts';
import type { RefreshMessage } from './refresh/message.ts';
import type { RefreshQueue } from './ports.ts';

export const sqsRefreshQueue = (client: SQSClient, queueUrl: string): RefreshQueue => ({
  send: queueSender<RefreshMessage>(client, queueUrl),
});
