import * as z from 'zod';
import { AgeMs, endpoint, TimeMs } from '../endpoint.ts';
import { maxPageBytes } from '../../rules/limits.ts';
import { HouseId, HouseIds, ResblockId } from './pages.ts';

/** A sold house, as far as sold pages show it (rules/monitor/sold.ts). */
export const Sale = z.object({
  houseId: HouseId,
  /** In 万元. */
  price: z.number().positive().nullable(),
  /** In 元/㎡. */
  unitPrice: z.number().positive().nullable(),
  /** '2026-10-04' or '2026-10'. */
  date: z
    .string()
    .regex(/^20\d\d-\d\d(-\d\d)?$/)
    .nullable(),
  days: z.int().nonnegative().nullable(),
  askedPrice: z.number().positive().nullable(),
  loadedAt: TimeMs,
});

/** Sold houses of a community that people have handed in. */
export const SoldHouses = z.object({
  /** The list of them on the listing site. */
  url: z.string(),
  /** The newest one of a house comes before its earlier ones. */
  sales: z.array(Sale),
  /** The readings that prove what was not sold. */
  readings: z.array(z.object({ readAt: TimeMs, backTo: z.string().nullable() })),
});
export type SoldHouses = z.infer<typeof SoldHouses>;

/** The result of handing in one page of sold houses. */
export const HandedInSoldPage = z.object({
  /** `refused`: the page changed nothing. */
  outcome: z.enum(['sold', 'refused']),
  /** The reason of a refusal: a text for users. */
  reason: z.string().nullable(),
  /** The address of the page to open instead of a refused one. */
  open: z.string().optional(),
  resblockId: ResblockId.nullable(),
  /** The community's name; '' when it is unknown. */
  name: z.string(),
  page: z.int().positive().nullable(),
  pages: z.int().positive().nullable(),
  /** The number of the community's sales on this page. */
  sales: z.int().nonnegative(),
  /** The number of them whose price the site does not show. */
  withoutPrice: z.int().nonnegative(),
  /** The day from which on the pages of the last half hour show all sales; null when they show all, or prove nothing. */
  backTo: z.string().nullable(),
  /** Whether the pages show every sale of the community that the site has. */
  isWhole: z.boolean(),
});
export type HandedInSoldPage = z.infer<typeof HandedInSoldPage>;

export const soldApi = {
  /** Reads a page of a community's sold houses that the user has opened in a browser. The HTML is not stored. */
  handInSoldPage: endpoint('POST /api/ljmonitor/sold', {
    gzip: maxPageBytes,
    body: z.strictObject({
      url: z.string().max(2000),
      html: z.string(),
      /** The time since the browser loaded or saved the page. */
      ageMs: AgeMs.optional(),
    }),
    response: HandedInSoldPage,
  }),
  /** The sales of all houses of a community, or of these, and what is proved of the others. */
  listSoldHouses: endpoint('GET /api/ljmonitor/sold', {
    query: z.strictObject({ resblockId: ResblockId, houseIds: HouseIds.optional() }),
    response: SoldHouses,
  }),
};
