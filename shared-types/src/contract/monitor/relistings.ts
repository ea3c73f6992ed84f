import * as z from 'zod';
import { endpoint, TimeMs } from '../endpoint.ts';
import { HouseId, HouseIds, ResblockId, ResblockIds } from './pages.ts';

/** One of the houses under which a flat was offered. */
const LinkedHouse = z.object({
  houseId: HouseId,
  url: z.string(),
  /** In 万元: the last price. */
  price: z.number(),
  createTime: TimeMs,
  updateTime: TimeMs,
});

/** Two houses that are taken for one flat, which was taken down and offered again under another id. */
export const Relisting = z.object({
  resblockId: ResblockId,
  /** Its prices are oldest first, at most the last 20. */
  earlier: LinkedHouse.extend({ removedAt: TimeMs, prices: z.array(z.number()).min(1) }),
  later: LinkedHouse,
});
export type Relisting = z.infer<typeof Relisting>;

export const relistingsApi = {
  /**
   * The newest links of all tracked communities, or of some, at most 50: rules in lambdas/src/ljmonitor/relisting/same-flat.ts. With
   * `houseIds` they are those of these houses, however old, and of the houses under which their flats were offered before. The
   * houses of all communities that are listed are compared, so a page names those of its houses.
   */
  listRelistings: endpoint('GET /api/ljmonitor/relistings', {
    query: z.strictObject({ resblockIds: ResblockIds.optional(), houseIds: HouseIds.optional() }),
    response: z.array(Relisting),
  }),
  /**
   * Says for all users that two houses of a community are two flats, or takes that back. `asOf` is the `separatedAt` that is taken
   * back: a later separation stays.
   */
  separateHouses: endpoint('PUT /api/ljmonitor/house/{houseId}/separation', {
    params: { houseId: HouseId },
    body: z.strictObject({ otherHouseId: HouseId, separated: z.boolean(), asOf: TimeMs.optional() }),
    /** Null after it was taken back. */
    response: z.object({ separatedAt: TimeMs.nullable() }),
  }),
};
