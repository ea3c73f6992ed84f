import { documentClient } from '../lib/aws.ts';
import { readEnv } from '../lib/env.ts';
import { queueHandler } from '../lib/queue.ts';
import { refreshEnv } from './env.ts';
import { RefreshMessage } from './message.ts';
import { refreshWork } from './refresh.ts';
import { monitorPorts } from './wiring.ts';

export const handler = queueHandler(RefreshMessage, refreshWork(monitorPorts(readEnv(refreshEnv), documentClient())));
