import { daysOnMarket, type Direction, type FloorLevel } from 'shared-types/rules/monitor/house-facts';
import { type HouseFlag, isUnread } from 'shared-types/rules/house';
import { type NewsKind, newsOf, newsSince } from 'shared-types/rules/house-news';
import { foldText } from 'shared-types/rules/search/fold-text';
import { dayMs } from 'shared-types/rules/time';
import { hasWords, wordsOf } from 'shared-types/rules/search/search-words';
import type { TrackedResblock } from '../communities/community.ts';
import type { CommunityHouses } from '../house-packs/house-packs.ts';
import type { PackedHouse } from '../house-packs/packed-house.ts';
import { type Marks, readTimesIn } from '../marks/marks.ts';

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
  /** Leaves houses that the person who shares stars with the user has starred. */
  starredByPartner?: ReadonlySet<string> | undefined;
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

/** Returns a function that returns what a search finds beside the text of a house: the names of its community, and its note, folded. */
export function textBeside({ name, districtName, bizcircleName }: PlaceNames) {
  const place = foldText([name, districtName, bizcircleName].join(' '));
  return (note: string | undefined) => (note === undefined ? place : `${place}\n${foldText(note)}`);
}

/** Says of a house whether it matches a filter. A list may have 20,000 houses, so a filter that is not given makes no test. */
type Test = (house: PackedHouse) => boolean;

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
  const ofAll = [...choiceTests(filters, marks), ...factTests(filters, nowMs)];
  return lists.flatMap(({ resblockId, houses }) => {
    const community = byId.get(resblockId);
    if (!community) return [];
    const tests = [...ofAll];
    if (words.length > 0) {
      const besideOf = textBeside(community);
      tests.push(({ houseId, text = '' }) => hasWords(text, words, besideOf(marks.notes.get(houseId))));
    }
    if (isOfNews(filters)) {
      const readTimeOf = readTimesIn(marks, resblockId, community);
      tests.push((house) => hasNews(house, readTimeOf(house.houseId, house.createTime), filters));
    }
    return [...houses.values()].filter((house) => tests.every((test) => test(house)));
  });
}

function choiceTests(
  { houseIds, choice, starredByPartner, ...filters }: ListFilters,
  { starred, hidden }: Marks,
): Test[] {
  const tests: Test[] = [];
  const keep = (test: (houseId: string) => boolean) => tests.push(({ houseId }) => test(houseId));
  if (houseIds) keep((houseId) => houseIds.includes(houseId));
  if (starredByPartner) keep((houseId) => starredByPartner.has(houseId));
  if (choice === 'starred') keep((houseId) => starred.has(houseId));
  if (choice === 'hidden') keep((houseId) => hidden.has(houseId) && !isOfNews(filters));
  else if (hidden.size > 0) keep((houseId) => !hidden.has(houseId));
  return tests;
}

function hasNews(house: PackedHouse, readTime: number | null, { since, news }: MarkFilters): boolean {
  const { updateTime } = house;
  if (!isUnread({ updateTime, readTime }) || (since !== undefined && updateTime <= since)) return false;
  if (news === undefined) return true;
  const read = { ...house, readTime };
  return (since === undefined ? newsOf(read) : newsSince(read, since)).some(({ kind }) => kind === news);
}

function factTests(filters: FactFilters, nowMs: number): Test[] {
  const { facing, floor, onOffer, change, changedWithinDays } = filters;
  const tests: Test[] = [];
  /** An unknown value is within no limits. */
  const within = (valueOf: (house: PackedHouse) => number | undefined, min?: number, max?: number) => {
    if (min === undefined && max === undefined) return;
    tests.push((house) => {
      const value = valueOf(house);
      return value !== undefined && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    });
  };
  within(({ price }) => price ?? undefined, filters.minPrice, filters.maxPrice);
  within(({ unitPrice }) => unitPrice || undefined, filters.minUnitPrice, filters.maxUnitPrice);
  within(({ area }) => area, filters.minArea, filters.maxArea);
  within(({ rooms }) => rooms, filters.minRooms, filters.maxRooms);
  within(({ year }) => year, filters.minYear, filters.maxYear);
  within((house) => daysOnMarket(house, nowMs), filters.minDays, filters.maxDays);
  if (facing !== undefined) tests.push((house) => house.facing?.includes(facing) ?? false);
  if (floor !== undefined) tests.push((house) => house.floor === floor);
  if (onOffer === 'true') tests.push(({ removed }) => !removed);
  if (change !== undefined || changedWithinDays !== undefined) tests.push((house) => hasChanged(house, filters, nowMs));
  return tests;
}

export const matchesFilters = (house: PackedHouse, filters: FactFilters, nowMs: number): boolean =>
  factTests(filters, nowMs).every((test) => test(house));

/** Asks for the news of a person who has read the house at the beginning of the days, or never. */
function hasChanged(house: PackedHouse, { change, changedWithinDays }: FactFilters, nowMs: number): boolean {
  const readTime = changedWithinDays === undefined ? null : nowMs - changedWithinDays * dayMs;
  if (readTime !== null && house.updateTime < readTime) return false;
  return change === undefined || newsOf({ ...house, readTime }).some(({ kind }) => kind === change);
}
