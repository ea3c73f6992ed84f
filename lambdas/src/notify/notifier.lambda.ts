import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { notifyPorts } from './compose.ts';
import { notifierEnv } from './env.ts';
import { notifyWorker } from './outbox/notify-worker.ts';

export const handler = eventHandler(notifyWorker(notifyPorts(readEnv(notifierEnv), documentClient())));
