import type { NewsTopic } from 'shared-types/rules/notify/topics';
import { type HouseFilters, readHouseFilters } from 'shared-types/rules/monitor/house-filters';
import { hasWords, wordsOf } from 'shared-types/rules/search/search-words';
import type { NewsReader } from '../../platform/news/news-readers.ts';
import { packHouse, packText } from '../house-packs/packed-house.ts';
import type { House } from '../houses/house.ts';
import { matchesFilters, type PlaceNames, textBeside } from '../house-lists/matching-houses.ts';
import type { Marks } from '../marks/marks.ts';

/** A person who is told news, with what decides which houses. */
export interface HouseReader extends Pick<Marks, 'starred' | 'hidden' | 'notes'> {
  userId: string;
  views: readonly HouseFilters[];
}

export const houseReader = ({ userId, views }: NewsReader, { starred, hidden, notes }: Marks): HouseReader => ({
  userId,
  starred,
  hidden,
  notes,
  views: views.map((query) => readHouseFilters(new URLSearchParams(query))),
});

export interface HouseOfNews {
  house: House;
  /** What has become of the house: more than one thing, if it came back at a lower price. */
  topics: readonly NewsTopic[];
  community: PlaceNames;
  nowMs: number;
}

/**
 * Returns whether one of the reader's saved views has the house. That the house is unread is no question: it has news.
 */
export const hasInView = (
  { views, starred, notes }: HouseReader,
  { house, topics, community, nowMs }: HouseOfNews,
): boolean =>
  views.some(
    ({ resblockIds, ranges, facing, floor, text, onOffer, change, news, ...view }) =>
      !view.hidden &&
      (!view.starred || starred.has(house.houseId)) &&
      (news === undefined || topics.some((topic) => topic === news)) &&
      (resblockIds.size === 0 || resblockIds.has(house.resblockId)) &&
      matchesFilters(
        packHouse(house),
        { ...ranges, facing, floor, change, onOffer: onOffer ? 'true' : undefined },
        nowMs,
      ) &&
      hasWords(packText(house), wordsOf(text), textBeside(community)(notes.get(house.houseId))),
  );
