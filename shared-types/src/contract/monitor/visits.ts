import * as z from 'zod';
import { newsKinds } from '../../rules/house-news.ts';
import { TimeMs } from '../endpoint.ts';
import { ResblockId } from './pages.ts';

/** The unread houses that have changed since the user's visit before this one. */
export const VisitNews = z.object({
  /** The last request of the visit before, on any device; null in the first visit. */
  since: TimeMs.nullable(),
  news: z.array(
    z.object({
      resblockId: ResblockId,
      unread: z.int().positive(),
      /** Their number by kind of news. A house with two kinds counts in both. */
      news: z.partialRecord(z.enum(newsKinds), z.int().positive()),
    }),
  ),
});
export type VisitNews = z.infer<typeof VisitNews>;
