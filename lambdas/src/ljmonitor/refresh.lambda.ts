import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsReaders } from '../platform/news/news-readers.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { secretParameter } from '../platform/parameter.ts';
import { queueHandler } from '../platform/worker/queue-handler.ts';
import { monitorPorts } from './compose.ts';
import { refreshEnv } from './env.ts';
import { RefreshMessage } from './message.ts';
import { monitorWorker } from './worker.ts';

const env = readEnv(refreshEnv);
const cookie = env.LISTING_COOKIE_PARAMETER ? secretParameter(env.LISTING_COOKIE_PARAMETER) : undefined;
const client = documentClient();
const newsTable = { client, TableName: env.NEWS_TABLE_NAME };
const ports = {
  ...monitorPorts(env, client, { cookie }),
  news: { ...newsDesk(newsTable, newsEventBus()), ...newsReaders(newsTable) },
};

export const handler = queueHandler(RefreshMessage, monitorWorker(ports));
