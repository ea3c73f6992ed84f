import type { News } from '../../platform/news/news.ts';
import type { NewsDesk } from '../../platform/news/tell-news.ts';
import type { Stack } from '../ports.ts';
import { type ToldNews, withTold } from './told-news.ts';
import type { ToldStore } from './told-store.ts';

export interface TellPorts {
  news: Pick<NewsDesk, 'tell'>;
  store: ToldStore;
}

/** Tells news about a running server, and remembers it. After a failure, it is told a minute later under the same id. */
export async function tellServer(
  { news, store }: TellPorts,
  { stackId, stackName, outputs }: Stack,
  told: ToldNews | undefined,
  untold: readonly News[],
): Promise<void> {
  if (untold.length === 0) return;
  for (const each of untold) await news.tell(withAddress(each, outputs));
  const newsIds = untold.map(({ newsId }) => newsId);
  await store.putTold(stackName, withTold(told, stackId, newsIds));
}

/** A server that is up can be joined, so its news has the address. */
function withAddress(news: News, outputs: Stack['outputs']): News {
  const valueOf = (key: string) => outputs.find(({ outputKey }) => outputKey === key)?.outputValue;
  const [address, port] = [valueOf('ServerAddress'), valueOf('ServerPort')];
  if (address === undefined || port === undefined) return news;
  const groups = news.groups.map((group) => ({
    ...group,
    entries: group.entries.map((entry) =>
      entry.topic === 'serverUp' ? { ...entry, title: `${address}:${port}` } : entry,
    ),
  }));
  return { ...news, groups };
}
