import { newsLanguages, newsTools, newsTopics } from 'shared-types/rules/notify/topics';
import * as z from 'zod';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Key } from '../../platform/dynamodb/table.ts';
import { channelEnds, type News, pauseReasons } from '../../platform/news/news.ts';

const Topic = z.enum(newsTopics);

const Cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sitePaused'), refusal: z.enum(pauseReasons), untilMs: z.number() }),
  z.object({ kind: z.literal('actionFailed'), action: z.enum(['START', 'STOP', 'RESTART']) }),
  z.object({ kind: z.literal('answerFailed'), sentence: z.string() }),
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
  houseId: z.string().optional(),
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
});

const groupsOf = (from: ItemReader) => from.parsed('groups', z.array(Group));

const isAt =
  (pk: string, sk: string) =>
  (item: StoredItem): boolean =>
    item['pk'] === pk && item['sk'] === sk;

/** Returns the keys of the parts of news that its first item has no room for. */
export const partKeysOf = (head: StoredItem): Key[] =>
  readItem(head, (from) => from.texts('parts').map((sk) => ({ pk: from.text('pk'), sk }))) ?? [];

/** Reads what the news desk of the platform has written, with the parts of any news. */
export const readNews = (head: StoredItem, parts: readonly StoredItem[]): News | undefined =>
  readItem(head, (from) => ({
    newsId: from.text('newsId'),
    tool: from.oneOf('tool', newsTools),
    userId: from.textOrNull('userId'),
    atMs: from.number('atMs'),
    sinceMs: from.numberOrNull('sinceMs') ?? undefined,
    groups: [
      ...groupsOf(from),
      ...from.texts('parts').flatMap((sk) => readItem(parts.find(isAt(from.text('pk'), sk)), groupsOf) ?? []),
    ],
  }));
