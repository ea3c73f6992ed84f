import { newsTools, newsTopics } from 'shared-types/rules/notify/topics';
import * as z from 'zod';
import { schemaReader } from '../../platform/dynamodb/item.ts';
import type { News } from '../../platform/news/news.ts';

const Topic = z.enum(newsTopics);

const Entry = z.object({
  topic: Topic,
  title: z.string(),
  price: z.number().optional(),
  before: z.number().optional(),
  url: z.string().optional(),
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

const StoredNews: z.ZodType<News> = z.object({
  newsId: z.string(),
  tool: z.enum(newsTools),
  userId: z.string().nullable(),
  atMs: z.number(),
  groups: z.array(Group),
});

/** Reads the item that the news desk of the platform has written. */
export const readNews = schemaReader(StoredNews);
