import { auditApi } from 'shared-types/contract/audit';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { accountStore } from './account/account-store.ts';
import { activityRoutes } from './activity/activity-routes.ts';
import { activityStore } from './activity/activity-store.ts';
import { activityEnv } from './env.ts';
import { ownerByAccount } from './owner/owner.ts';

const env = readEnv(activityEnv);
const client = documentClient();
const activity = activityStore({ client, TableName: env.AUDIT_TABLE_NAME });

export const handler = httpHandler(auditApi, activityRoutes({ activity, now }), {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  isOwner: ownerByAccount({ accounts: accountStore({ client, TableName: env.TABLE_NAME }), owner: env.OWNER }),
  audit: undefined,
});
