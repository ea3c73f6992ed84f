import * as z from 'zod';
import { maxHousesOfQuery } from '../../rules/limits.ts';
import { listingId } from '../../rules/monitor/listing-id.ts';
import { lookupStates } from '../../rules/monitor/states.ts';

/** The listing site's ids are strings of digits, because some have 20 and do not fit into a number. */
const ListingId = z.string().regex(listingId, 'must be 6 to 24 digits');
export const ResblockId = ListingId;
export const HouseId = ListingId;

/** Ids in a query string are separated by commas. */
export const ResblockIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(ResblockId).max(100));
export const HouseIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(HouseId).max(maxHousesOfQuery));

/** The result of handing in one page of the listing site. */
export const HandedInPage = z.object({
  /** `saved`: other pages of the community are missing. `refused`: the page changed nothing. */
  outcome: z.enum(['saved', 'complete', 'incomplete', 'refused']),
  /** The reason of an incomplete reading or of a refusal: a text for users. */
  reason: z.string().nullable(),
  /** The address of the page to open instead of a refused one. */
  open: z.string().optional(),
  /** Null when the address names no community. */
  resblockId: ResblockId.nullable(),
  /** The community's name; '' when it is unknown. */
  name: z.string(),
  page: z.int().positive().nullable(),
  /** The number of the community's pages, according to this page. */
  pages: z.int().positive().nullable(),
  /** The number of the community's houses on this page. */
  houses: z.int().nonnegative(),
  /** The pages that are not handed in yet, or have to be handed in again after an incomplete reading. */
  missing: z.array(z.int().positive()),
});
export type HandedInPage = z.infer<typeof HandedInPage>;

/** The pages of a community that a user can open and hand in. */
export const PagesToHandIn = z.object({
  resblockId: ResblockId,
  name: z.string(),
  pages: z.array(z.object({ page: z.int().positive(), url: z.string(), isHandedIn: z.boolean() })),
});
export type PagesToHandIn = z.infer<typeof PagesToHandIn>;

/** The community of a house, which the worker looks up on the page of the house. */
export const HouseCommunity = z.object({
  state: z.enum(lookupStates),
  /** Null unless it is found. */
  resblockId: ResblockId.nullable(),
  /** The reason of a refusal: a text for users. */
  reason: z.string().nullable(),
});
export type HouseCommunity = z.infer<typeof HouseCommunity>;
