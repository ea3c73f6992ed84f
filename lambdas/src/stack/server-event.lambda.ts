import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { stackPorts } from './compose.ts';
import { serverEventEnv } from './env.ts';
import { handleServerEvent } from './players/handle-server-event.ts';

const env = readEnv(serverEventEnv);
// This function only begins stops, which the limit on running stacks never refuses.
const ports = stackPorts(documentClient(), env, Infinity);

export const handler = eventHandler((event) => handleServerEvent(ports, event));
