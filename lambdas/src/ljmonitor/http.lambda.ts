import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { scheduleOf } from 'shared-types/rules/schedule';
import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { ownerByEmail } from '../platform/http/owner.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { monitorPorts } from './compose.ts';
import { httpEnv } from './env.ts';
import { ljmonitorRoutes } from './routes.ts';
import { visitKeeper } from './visits/visit-keeper.ts';

const env = readEnv(httpEnv);
const client = documentClient();
const isOwner = ownerByEmail(env.OWNER);
const ports = {
  ...monitorPorts(env, client, { readsFirstPage: env.LISTING_FIRST_LOOK === 'true' }),
  schedule: scheduleOf(env.REFRESH_SCHEDULE, env.LISTING_TIME_ZONE),
  refreshLimits: { person: env.REFRESHES_PER_DAY, site: env.SITE_REFRESHES_PER_DAY },
  isOwner,
};

export const handler = httpHandler(ljmonitorApi, ljmonitorRoutes(ports), {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  noteCall: visitKeeper(ports),
  audit: auditTrail(client, env),
  isOwner,
});
