import { soldApi } from 'shared-types/contract/monitor/sold';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { communityStore } from './communities/community-store.ts';
import { soldEnv } from './env.ts';
import { lianjiaSoldPages } from './listing-site/lianjia/sold-pages.ts';
import { soldRoutes } from './sold-houses/routes.ts';
import { soldStore } from './sold-houses/sold-store.ts';

const env = readEnv(soldEnv);
const client = documentClient();
const table = { client, TableName: env.TABLE_NAME };
const { findResblock } = communityStore(table);
const routes = soldRoutes({
  store: { findResblock, ...soldStore(table) },
  pages: lianjiaSoldPages,
  configuredOrigin: new URL(env.LISTING_ORIGIN).origin,
  now,
});

export const handler = httpHandler(soldApi, routes, {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  isOwner: async () => false,
  audit: undefined,
});
