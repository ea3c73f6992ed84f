import { stackApi, stackWorldApi } from 'shared-types/contract/stack';
import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { ownerByEmail } from '../platform/http/owner.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { accessByEmail } from './access.ts';
import { stackPorts } from './compose.ts';
import { httpEnv } from './env.ts';
import { stackRoutes } from './routes.ts';
import { archiveBucket } from './worlds/archive-bucket-client.ts';
import { ssmArchiveCommand } from './worlds/archive-command-client.ts';
import { worldRoutes } from './worlds/world-routes.ts';

const env = readEnv(httpEnv);
const client = documentClient();
const isOwner = ownerByEmail(env.OWNER);

const ports = stackPorts(client, env, {
  maxRunningStacks: env.MAX_RUNNING_STACKS,
  serverHourLimits: { person: env.PERSON_SERVER_HOURS, site: env.SITE_SERVER_HOURS },
  accessOf: accessByEmail(env.STACK_USERS, isOwner),
});

const worldPorts = {
  ...ports,
  sendArchiveCommand: ssmArchiveCommand(env.ARCHIVE_DOCUMENT),
  archiveBucket: archiveBucket(env.ARCHIVE_BUCKET_URL),
};
const api = { ...stackApi, ...stackWorldApi };

export const handler = httpHandler(
  api,
  { ...stackRoutes(ports), ...worldRoutes(worldPorts) },
  {
    sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
    originVerify: env.ORIGIN_VERIFY,
    now,
    audit: auditTrail(client, env),
    isOwner,
  },
);
