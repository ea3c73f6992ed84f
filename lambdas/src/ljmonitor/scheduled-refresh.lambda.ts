import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newId } from '../platform/id.ts';
import { sqsClient } from '../platform/queue.ts';
import { readEnv } from '../platform/env.ts';
import { refreshStartEnv } from './env.ts';
import { sqsRefreshQueue } from './refresh-queue.ts';
import { startRefresh } from './refresh/start-refresh.ts';
import { dynamoMonitorStore } from './store.ts';

const env = readEnv(refreshStartEnv);
const store = dynamoMonitorStore(documentClient(), env.TABLE_NAME);
const queue = sqsRefreshQueue(sqsClient(), env.REFRESH_QUEUE_URL);

/** The schedule's event says nothing that is needed: it is time. */
export const handler = () => startRefresh({ store, queue, now, newId });
