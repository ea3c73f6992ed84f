import { notifyApi } from 'shared-types/contract/account/notify';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { newCode, newToken } from '../platform/id.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { isPublicUrl } from '../platform/outside/post.ts';
import { notifyPorts } from './compose.ts';
import { httpEnv } from './env.ts';
import { notifyRoutes } from './routes.ts';

const env = readEnv(httpEnv);
const client = documentClient();
/** Waking the notifier delays no call for longer. */
const maxWakeMs = 2000;
const ports = { ...notifyPorts(env, client, newsEventBus(maxWakeMs)), isPublicUrl, newToken, newCode };

export const handler = httpHandler(notifyApi, notifyRoutes(ports), {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  // No call about channels is audited.
  audit: undefined,
});
