import { newsLanguages, newsTools, newsTopics } from 'shared-types/rules/notify/topics';
import * as z from 'zod';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { channelEnds, type News, pauseReasons } from '../../platform/news/news.ts';

const Topic = z.enum(newsTopics);

const Cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sitePaused'), refusal: z.enum(pauseReasons), untilMs: z.number() }),
  z.object({ kind: z.literal('actionFailed'), action: z.enum(['START', 'STOP', 'RESTART']) }),
  z.object({
    kind: z.literal('channelFailed'),
    problem: z.record(z.enum(newsLanguages), z.string()),
    end: z.enum(channelEnds),
  }),
]);

const Entry = z.object({
  topic: Topic,
  title: z.string(),
  cause: Cause.optional(),
  price: z.number().optional(),
  before: z.number().optional(),
  url: z.string().optional(),
  atMs: z.number().optional(),
  untilMs: z.number().optional(),
  hiddenFrom: z.array(z.string()).optional(),
  viewsOf: z.array(z.string()).optional(),
});

const Group = z.object({
  groupId: z.string().nullable(),
  name: z.string(),
  entries: z.array(Entry),
  more: z.number(),
});

/** Reads the item that the news desk of the platform has written. */
export const readNews = (item: StoredItem | undefined): News | undefined =>
  readItem(item, (from) => ({
    newsId: from.text('newsId'),
    tool: from.oneOf('tool', newsTools),
    userId: from.textOrNull('userId'),
    atMs: from.number('atMs'),
    sinceMs: from.numberOrNull('sinceMs') ?? undefined,
    groups: from.parsed('groups', z.array(Group)),
  }));
