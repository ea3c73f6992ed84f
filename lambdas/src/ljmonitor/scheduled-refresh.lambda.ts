import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { newId } from '../platform/id.ts';
import { queueSender, sqsClient } from '../platform/queue.ts';
import { scheduledRefreshEnv } from './env.ts';
import type { RefreshMessage } from './refresh/message.ts';
import { startRefresh } from './refresh/start-refresh.ts';
import { monitorStore } from './store.ts';

const env = readEnv(scheduledRefreshEnv);
const store = monitorStore({ client: documentClient(), TableName: env.TABLE_NAME });
const queue = { send: queueSender<RefreshMessage>(sqsClient(), env.REFRESH_QUEUE_URL) };

export const handler = eventHandler(() => startRefresh({ store, queue, now, newId }));
