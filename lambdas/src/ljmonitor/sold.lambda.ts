import { soldApi } from 'shared-types/contract/monitor/sold';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsReaders } from '../platform/news/news-readers.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { communityStore } from './communities/community-store.ts';
import { soldEnv } from './env.ts';
import { houseStore } from './houses/house-store.ts';
import { lianjiaSoldPages } from './listing-site/lianjia/sold-pages.ts';
import { markStore } from './marks/mark-store.ts';
import { soldRoutes } from './sold-houses/routes.ts';
import { soldStore } from './sold-houses/sold-store.ts';
import { visitKeeper } from './visits/visit-keeper.ts';
import { visitStore } from './visits/visit-store.ts';

const env = readEnv(soldEnv);
const client = documentClient();
const table = { client, TableName: env.TABLE_NAME };
const newsTable = { client, TableName: env.NEWS_TABLE_NAME };
const routes = soldRoutes({
  store: { ...communityStore(table), ...houseStore(table), ...markStore(table), ...soldStore(table) },
  news: { ...newsDesk(newsTable, newsEventBus()), ...newsReaders(newsTable) },
  pages: lianjiaSoldPages,
  configuredOrigin: new URL(env.LISTING_ORIGIN).origin,
  now,
});

export const handler = httpHandler(soldApi, routes, {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  isOwner: async () => false,
  noteCall: visitKeeper({ store: visitStore(table), now }),
  audit: undefined,
});
