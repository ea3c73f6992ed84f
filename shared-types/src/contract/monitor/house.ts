import * as z from 'zod';
import { timedChanges } from '../../rules/house.ts';
import { maxHouseNoteLength } from '../../rules/limits.ts';
import { TimeMs } from '../endpoint.ts';
import { HouseFacts } from './house-facts.ts';
import { HouseId, ResblockId } from './pages.ts';

export const HouseNote = z.string().trim().max(maxHouseNoteLength);

export const House = z.object({
  houseId: HouseId,
  resblockId: ResblockId,
  url: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** In 万元: the last price that the site showed. Null if it has never shown one. */
  price: z.number().nullable(),
  /** In 元/㎡. */
  unitPrice: z.number(),
  createTime: TimeMs,
  updateTime: TimeMs,
  readTime: TimeMs.nullable(),
  removed: z.boolean(),
  /** Read time and flags belong to the user who asks. */
  starred: z.boolean(),
  /** Hidden houses are only in the list of hidden houses, and are not counted. */
  hidden: z.boolean(),
  /** The user's own note. */
  note: z.string().optional(),
  /** The last 20 prices that the site showed, oldest first. */
  prices: z.array(z.object({ time: TimeMs, price: z.number() })),
  /** The last change of each field that has changed since the house was first listed, and its last return. */
  changeTimes: z.partialRecord(z.enum(timedChanges), TimeMs).default({}),
  facts: HouseFacts.default({}),
});
export type House = z.infer<typeof House>;
