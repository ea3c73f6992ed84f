import { auditTrail } from '../platform/audit/audit-trail.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { stackPorts } from './compose.ts';
import { serverEventEnv } from './env.ts';
import { handleServerEvent } from './players/handle-server-event.ts';
import { archiveBucket } from './worlds/archive-bucket-client.ts';

const env = readEnv(serverEventEnv);
// This function only begins stops, which no limit refuses, and no user calls it.
const client = documentClient();
const ports = stackPorts(client, env, {
  maxRunningStacks: Infinity,
  serverHourLimits: { person: Infinity, site: Infinity },
  accessOf: async () => 'none',
});

const eventPorts = { ...ports, audit: auditTrail(client, env), archiveBucket: archiveBucket(env.ARCHIVE_BUCKET_URL) };

export const handler = eventHandler((event) => handleServerEvent(eventPorts, event));
