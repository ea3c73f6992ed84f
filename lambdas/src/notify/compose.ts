import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { now } from '../platform/clock.ts';
import type { EnvOf } from '../platform/env.ts';
import { newId } from '../platform/id.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { outsidePoster } from '../platform/outside/post.ts';
import type { notifyEnv } from './env.ts';
import { sesMailer } from './mail-client.ts';
import type { Surroundings } from './ports.ts';
import { feedKeeper } from './people/feed-store.ts';
import { type NotifyStore, notifyStore } from './store.ts';

/** Returns the ports that the notifier and the HTTP function have in common. */
export function notifyPorts(
  env: EnvOf<typeof notifyEnv>,
  client: DynamoDBDocumentClient,
  wake: (newsId: string) => Promise<void>,
): Surroundings & { store: NotifyStore } {
  const store = notifyStore({ client, TableName: env.TABLE_NAME });
  return {
    store,
    news: newsDesk({ client, TableName: env.TABLE_NAME }, wake),
    outside: {
      post: outsidePoster(env.OUTSIDE_PROXY),
      mail: env.MAIL_FROM === '' ? undefined : sesMailer(env.MAIL_FROM),
      pushKeys: () => store.getPushKeys(),
      keep: feedKeeper(store),
    },
    origin: env.SITE_ORIGIN,
    now,
    newId,
  };
}
