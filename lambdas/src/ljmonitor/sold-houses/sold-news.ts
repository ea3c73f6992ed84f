import { isOfThisOffer } from 'shared-types/rules/monitor/sold';
import type { NewsTopic } from 'shared-types/rules/notify/topics';
import type { News, NewsEntry } from '../../platform/news/news.ts';
import type { NewsReaders } from '../../platform/news/news-readers.ts';
import type { TrackedResblock } from '../communities/community.ts';
import type { House } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { hasInView, type HouseOfNews, type HouseReader, houseReader } from '../news/news-readers.ts';
import type { Surroundings } from '../ports.ts';
import type { HouseSale } from './sales-of-house.ts';

/** The newest sale of a house, and the number of the writes before it. */
interface NewSale {
  houseId: string;
  revision: number;
  sale: HouseSale;
}

export interface SoldNewsPorts extends Pick<Surroundings, 'now'> {
  store: Pick<HouseStore, 'findHouses'> & Pick<MarkStore, 'findMarks'>;
  news: NewsReaders;
}

/**
 * Returns the news about these sales, which were not known before; undefined for none. It is stored in one transaction with them,
 * so that each sale is told once.
 */
export async function soldNews(
  { store, news, now }: SoldNewsPorts,
  resblock: TrackedResblock,
  sales: readonly NewSale[],
  houseUrl: (houseId: string) => string,
): Promise<News | undefined> {
  if (sales.length === 0) return undefined;
  const readers = await news.listReaders();
  if (readers.length === 0) return undefined;
  const houses = await store.findHouses(sales.map(({ houseId }) => houseId));
  const byId = new Map(houses.map((house) => [house.houseId, house]));
  const sold = sales.flatMap(({ houseId, revision, sale }) => {
    const house = byId.get(houseId);
    if (house?.resblockId !== resblock.resblockId) return [];
    return isOfThisOffer({ ...house, createTime: house.createTimeMs }, sale) ? [{ house, revision, sale }] : [];
  });
  // The revision tells the news of a house that is sold again from the news of its first sale.
  const [first] = sold.map(({ house, revision }) => `${house.houseId}-${revision}`).toSorted();
  if (first === undefined) return undefined;
  const houseReaders = await Promise.all(
    readers.map(async (reader) => houseReader(reader, await store.findMarks(reader.userId, []))),
  );
  const { resblockId, origin, name } = resblock;
  const atMs = now().getTime();
  const entries = sold.map(({ house, sale }) => ({
    ...entryOf(house, sale, { readers: houseReaders, community: resblock, nowMs: atMs }),
    url: houseUrl(house.houseId),
  }));
  return {
    newsId: `sold-${resblockId}-${origin ?? 'configured'}-${first}`,
    tool: 'ljmonitor',
    userId: null,
    atMs,
    groups: [{ groupId: resblockId, name: name || resblockId, entries }],
  };
}

function entryOf(
  house: House,
  { price }: HouseSale,
  { readers, ...circumstances }: Pick<HouseOfNews, 'community' | 'nowMs'> & { readers: readonly HouseReader[] },
): NewsEntry {
  const readersWho = (does: (reader: HouseReader) => boolean) => readers.filter(does).map(({ userId }) => userId);
  const hiddenFrom = readersWho(({ hidden }) => hidden.has(house.houseId));
  // A list of removed houses has those that were sold, too.
  const topics: NewsTopic[] = house.removed ? ['sold', 'removed'] : ['sold'];
  const viewsOf = readersWho((reader) => hasInView(reader, { house, topics, ...circumstances }));
  return {
    topic: 'sold',
    title: house.title,
    houseId: house.houseId,
    ...(price !== null && { price }),
    ...(hiddenFrom.length > 0 && { hiddenFrom }),
    ...(viewsOf.length > 0 && { viewsOf }),
  };
}
