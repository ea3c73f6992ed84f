import { dayMs } from 'shared-types/rules/time';
import { setTimeout as pause } from 'node:timers/promises';
import { authApi } from 'shared-types/contract/auth';
import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newId, newToken } from '../platform/id.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { secretParameter } from '../platform/parameter.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { cognitoProvider, cognitoClient } from './cognito/cognito-client.ts';
import { httpEnv } from './env.ts';
import { googleProvider } from './google/google-client.ts';
import { snsMailTopic } from './mails/mail-topic.ts';
import { ownerMails } from './mails/owner-mails.ts';
import { tellOwner } from './mails/tell-owner.ts';
import { stepAdmission } from './rate-limits/step-admission.ts';
import { ownerByAccount } from './owner/owner.ts';
import { authRoutes } from './routes.ts';
import { authStores } from './compose.ts';

const env = readEnv(httpEnv);
const client = documentClient();
const googleSecret = secretParameter(env.GOOGLE_SECRET_PARAMETER);
const pool = { userPoolId: env.USER_POOL_ID, clientId: env.USER_POOL_CLIENT_ID };

const store = authStores(client, env.TABLE_NAME, env.SESSIONS_TABLE_NAME);

const mails = ownerMails({ topic: snsMailTopic(env.MAIL_TOPIC_ARN), store: store.mailClaims, now });
/** Waking the notifier delays no sign-in for longer. */
const maxWakeMs = 2000;
const news = newsDesk({ client, TableName: env.NEWS_TABLE_NAME }, newsEventBus(maxWakeMs));
const record = auditTrail(client, env);

const routes = authRoutes({
  ...store,
  mails,
  news,
  cognito: cognitoProvider(cognitoClient(), pool),
  google: env.GOOGLE_SETTINGS ? googleProvider(env.GOOGLE_SETTINGS, googleSecret, now) : undefined,
  version: env.VERSION,
  siteName: env.SITE_NAME,
  owner: env.OWNER,
  idleMs: env.SESSION_IDLE_DAYS * dayMs,
  now,
  newId,
  newToken,
  pause: (ms) => pause(ms),
});

export const handler = httpHandler(authApi, routes, {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  audit: async (event) => {
    await Promise.all([record(event), tellOwner({ accounts: store.accounts, mails, siteName: env.SITE_NAME }, event)]);
  },
  admits: stepAdmission({ ...store, now }, env.STEP_BUCKETS),
  isOwner: ownerByAccount({ accounts: store.accounts, owner: env.OWNER }),
});
