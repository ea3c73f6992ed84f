import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { secretParameter } from '../platform/parameter.ts';
import { queueHandler } from '../platform/worker/queue-handler.ts';
import { monitorPorts } from './compose.ts';
import { snsDigestTopic } from './digest/digest-topic.ts';
import { refreshEnv } from './env.ts';
import { RefreshMessage } from './refresh/message.ts';
import { refreshWorker } from './refresh/refresh-worker.ts';

const env = readEnv(refreshEnv);
const cookie = env.LISTING_COOKIE_PARAMETER ? secretParameter(env.LISTING_COOKIE_PARAMETER) : undefined;
const ports = {
  ...monitorPorts(env, documentClient(), { cookie }),
  digests: env.DIGEST_TOPIC_ARN ? snsDigestTopic(env.DIGEST_TOPIC_ARN) : undefined,
};

export const handler = queueHandler(RefreshMessage, refreshWorker(ports));
