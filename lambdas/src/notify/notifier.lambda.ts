import { setTimeout as wait } from 'node:timers/promises';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { notifyPorts } from './compose.ts';
import { notifierEnv } from './env.ts';
import { notifyWorker } from './outbox/notify-worker.ts';
import { accountLookup } from './people/account-store.ts';

const env = readEnv(notifierEnv);
const client = documentClient();
const accounts = accountLookup({ client, TableName: env.AUTH_TABLE_NAME }, env.GOOGLE_USERS);

const ports = { ...notifyPorts(env, client, newsEventBus()), accounts, wait: (ms: number) => wait(ms) };

export const handler = eventHandler(notifyWorker(ports));
