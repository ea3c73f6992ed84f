import { newsLanguages, newsTools, newsTopics } from 'shared-types/rules/notify/topics';
import * as z from 'zod';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Key } from '../../platform/dynamodb/table.ts';
import { channelEnds, type News, type NewsCause, type NewsEntry, pauseReasons } from '../../platform/news/news.ts';

const Topic = z.enum(newsTopics);

// News that cannot be read would never be told, so the compiler refuses a missing cause or field.
const causes = {
  sitePaused: z.object({ kind: z.literal('sitePaused'), refusal: z.enum(pauseReasons), untilMs: z.number() }),
  actionFailed: z.object({ kind: z.literal('actionFailed'), action: z.enum(['START', 'STOP', 'RESTART']) }),
  answerFailed: z.object({ kind: z.literal('answerFailed'), sentence: z.string() }),
  channelFailed: z.object({
    kind: z.literal('channelFailed'),
    problem: z.record(z.enum(newsLanguages), z.string()),
    end: z.enum(channelEnds),
  }),
} satisfies { [Kind in NewsCause['kind']]: z.ZodType<Extract<NewsCause, { kind: Kind }>> };

const fields = {
  topic: Topic,
  title: z.string(),
  cause: z.union(Object.values(causes)).optional(),
  price: z.number().optional(),
  before: z.number().optional(),
  houseId: z.string().optional(),
  url: z.string().optional(),
  atMs: z.number().optional(),
  untilMs: z.number().optional(),
  hiddenFrom: z.array(z.string()).optional(),
  viewsOf: z.array(z.string()).optional(),
} satisfies Record<keyof NewsEntry, z.ZodType>;

const Group = z.object({
  groupId: z.string().nullable(),
  name: z.string(),
  entries: z.array(z.object(fields)),
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
