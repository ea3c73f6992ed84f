import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { newId } from '../platform/id.ts';
import { queueSender, sqsClient } from '../platform/queue.ts';
import { communityStore } from './communities/community-store.ts';
import { scheduledRefreshEnv } from './env.ts';
import type { RefreshMessage } from './message.ts';
import { crawlStore } from './readings/crawl-store.ts';
import { runStore } from './refresh/run-store.ts';
import { startRefresh } from './refresh/start-refresh.ts';

const env = readEnv(scheduledRefreshEnv);
const table = { client: documentClient(), TableName: env.TABLE_NAME };
const store = { ...communityStore(table), ...crawlStore(table), ...runStore(table) };
const queue = { send: queueSender<RefreshMessage>(sqsClient(), env.REFRESH_QUEUE_URL) };

export const handler = eventHandler(() => startRefresh({ store, queue, now, newId }));
