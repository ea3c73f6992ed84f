import { type NewsKind, newsKinds } from '../house-news.ts';
import { maxSearchLength } from '../limits.ts';
import { type Direction, directions, type FloorLevel, floorLevels } from './house-facts.ts';
import { listingId } from './listing-id.ts';

export const rangeNames = [
  'minPrice',
  'maxPrice',
  'minUnitPrice',
  'maxUnitPrice',
  'minArea',
  'maxArea',
  'minRooms',
  'maxRooms',
  'minYear',
  'maxYear',
  'minDays',
  'maxDays',
  'changedWithinDays',
] as const;
type RangeName = (typeof rangeNames)[number];

export type RangeFilters = Partial<Record<RangeName, number>>;

/** The filters of a list of houses that its address names. */
export interface HouseFilters {
  /** The ticked communities. An empty set shows all communities. */
  resblockIds: ReadonlySet<string>;
  ranges: RangeFilters;
  /** Shows only houses that face this direction. */
  facing: Direction | undefined;
  floor: FloorLevel | undefined;
  /** Shows only houses with all of these words in their texts, their community's or the user's note. */
  text: string;
  /** Leaves out removed houses. */
  onOffer: boolean;
  /** Shows only houses that have changed so, read or not: within some days, or ever. */
  change: NewsKind | undefined;
  /** Shows only unread houses with this kind of news. */
  news: NewsKind | undefined;
  /** Shows only starred, or only hidden houses. Hidden houses are in no other list. */
  starred: boolean;
  hidden: boolean;
}

/** A URLSearchParams, which this language level does not have. */
interface QueryParameters {
  get(name: string): string | null;
  getAll(name: string): string[];
}

export const communityParameter = 'resblockId';

/** Reads the filters of an address. Values that cannot be parsed are ignored. */
export function readHouseFilters(query: QueryParameters): HouseFilters {
  const ranges: RangeFilters = {};
  for (const name of rangeNames) {
    const text = query.get(name) ?? '';
    if (/^\d{1,9}(\.\d{1,15})?$/.test(text)) ranges[name] = Number(text);
  }
  const isSet = (name: string) => query.get(name) === 'true';
  const hidden = isSet('hidden');
  const kindIn = (name: string) => newsKinds.find((kind) => kind === query.get(name));
  return {
    resblockIds: new Set(query.getAll(communityParameter).filter((id) => listingId.test(id))),
    ranges,
    facing: directions.find((each) => each === query.get('facing')),
    floor: floorLevels.find((each) => each === query.get('floor')),
    text: (query.get('text') ?? '').slice(0, maxSearchLength),
    onOffer: isSet('onOffer'),
    change: kindIn('change'),
    news: kindIn('news'),
    starred: isSet('starred') && !hidden,
    hidden,
  };
}
