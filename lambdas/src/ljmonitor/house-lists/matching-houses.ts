import { daysOnMarket, type Direction, type FloorLevel } from 'shared-types/rules/monitor/house-facts';
import { type HouseFlag, isUnread } from 'shared-types/rules/house';
import { type NewsKind, newsOf, newsSince, type NewsSource } from 'shared-types/rules/house-news';
import { foldText } from 'shared-types/rules/search/fold-text';
import { dayMs } from 'shared-types/rules/time';
import { hasWords, wordsOf } from 'shared-types/rules/search/search-words';
import type { TrackedResblock } from '../communities/community.ts';
import type { CommunityHouses } from '../house-packs/house-packs.ts';
import type { PackedHouse } from '../house-packs/packed-house.ts';
import { type Marks, readTimeOf } from '../marks/marks.ts';

/** What the site tells of the listed houses. */
export interface FactFilters {
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  minUnitPrice?: number | undefined;
  maxUnitPrice?: number | undefined;
  minArea?: number | undefined;
  maxArea?: number | undefined;
  minRooms?: number | undefined;
  maxRooms?: number | undefined;
  minYear?: number | undefined;
  maxYear?: number | undefined;
  minDays?: number | undefined;
  maxDays?: number | undefined;
  facing?: Direction | undefined;
  floor?: FloorLevel | undefined;
  onOffer?: 'true' | 'false' | undefined;
  /** Leaves houses that have changed so, whether the user has read them or not. */
  change?: NewsKind | undefined;
  changedWithinDays?: number | undefined;
}

/** What the marks of a user tell of the listed houses. */
interface MarkFilters {
  unread?: 'true' | 'false' | undefined;
  /** Leaves unread houses that have changed after this time. */
  since?: number | undefined;
  /** Leaves unread houses with this kind of news. */
  news?: NewsKind | undefined;
  /** Without it, hidden houses are left out. */
  choice?: HouseFlag | undefined;
}

export interface ListFilters extends FactFilters, MarkFilters {
  text?: string | undefined;
  houseIds?: readonly string[] | undefined;
}

export type PlaceNames = Pick<TrackedResblock, 'name' | 'districtName' | 'bizcircleName'>;
type Community = PlaceNames & Pick<TrackedResblock, 'resblockId' | 'firstCompleteAtMs'>;

interface Search {
  communities: readonly Community[];
  filters: ListFilters;
  marks: Marks;
  nowMs: number;
}

/** Returns whether the filters need the read times of all houses. */
export const isOfNews = ({ unread, since, news }: MarkFilters) =>
  unread === 'true' || since !== undefined || news !== undefined;

/** Returns the words that a search finds in every house of a community, folded: its name and its place. */
export const textOfCommunity = ({ name, districtName, bizcircleName }: PlaceNames) =>
  foldText([name, districtName, bizcircleName].join(' '));

/**
 * Finds the houses that match all filters. The name and the place of its community, and the note of the user, count as words of
 * a house.
 */
export function matchingHouses(
  lists: readonly CommunityHouses[],
  { communities, filters, marks, nowMs }: Search,
): PackedHouse[] {
  const byId = new Map(communities.map((community) => [community.resblockId, community]));
  const words = wordsOf(filters.text ?? '');
  const notes = new Map(words.length > 0 ? [...marks.notes].map(([houseId, note]) => [houseId, foldText(note)]) : []);
  const isOfAnyNews = !isOfNews(filters);
  return lists.flatMap(({ resblockId, houses, texts }) => {
    const community = byId.get(resblockId);
    const place = community ? textOfCommunity(community) : '';
    const textsOf = (houseId: string) => [texts.get(houseId) ?? '', place, notes.get(houseId) ?? ''];
    const withMarks = (house: PackedHouse): NewsSource => {
      const { houseId, createTime: createTimeMs } = house;
      const readTime = readTimeOf(marks, { houseId, resblockId, createTimeMs }, community);
      return { ...house, readTime, hidden: marks.hidden.has(houseId) };
    };
    return [...houses.values()].filter(
      (house) =>
        (filters.houseIds?.includes(house.houseId) ?? true) &&
        isChosen(house.houseId, filters.choice, marks) &&
        matchesFilters(house, filters, nowMs) &&
        (words.length === 0 || hasWords(textsOf(house.houseId), words)) &&
        (isOfAnyNews || hasNews(withMarks(house), filters)),
    );
  });
}

const isChosen = (houseId: string, choice: HouseFlag | undefined, { starred, hidden }: Marks) =>
  choice === 'hidden' ? hidden.has(houseId) : !hidden.has(houseId) && (choice === undefined || starred.has(houseId));

function hasNews(house: NewsSource, { since, news }: MarkFilters): boolean {
  if (!isUnread(house) || (since !== undefined && house.updateTime <= since)) return false;
  if (news === undefined) return true;
  return (since === undefined ? newsOf(house) : newsSince(house, since)).some(({ kind }) => kind === news);
}

export function matchesFilters(house: PackedHouse, filters: FactFilters, nowMs: number): boolean {
  const { price, unitPrice, removed, area, rooms, year, facing, floor } = house;
  return (
    isWithin(price ?? undefined, filters.minPrice, filters.maxPrice) &&
    isWithin(unitPrice || undefined, filters.minUnitPrice, filters.maxUnitPrice) &&
    isWithin(area, filters.minArea, filters.maxArea) &&
    isWithin(rooms, filters.minRooms, filters.maxRooms) &&
    isWithin(year, filters.minYear, filters.maxYear) &&
    ((filters.minDays ?? filters.maxDays) === undefined ||
      isWithin(daysOnMarket(house, nowMs), filters.minDays, filters.maxDays)) &&
    (filters.facing === undefined || (facing?.includes(filters.facing) ?? false)) &&
    (filters.floor === undefined || floor === filters.floor) &&
    !(filters.onOffer === 'true' && removed) &&
    hasChanged(house, filters, nowMs)
  );
}

/** Asks for the news of a person who has read the house at the beginning of the days, or never. */
function hasChanged(house: PackedHouse, { change, changedWithinDays }: FactFilters, nowMs: number): boolean {
  const readTime = changedWithinDays === undefined ? null : nowMs - changedWithinDays * dayMs;
  if (readTime !== null && house.updateTime < readTime) return false;
  return change === undefined || newsOf({ ...house, readTime }).some(({ kind }) => kind === change);
}

/** Without limits every value is within. An unknown value is within no limits. */
const isWithin = (value: number | undefined, min?: number, max?: number) =>
  (min === undefined && max === undefined) ||
  (value !== undefined && value >= (min ?? -Infinity) && value <= (max ?? Infinity));
