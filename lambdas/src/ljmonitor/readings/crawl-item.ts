import { dayMs } from 'shared-types/rules/time';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { ttlOf } from '../../platform/dynamodb/table.ts';
import { crawlKey } from '../keys.ts';
import { type Crawl, crawlOutcomes } from './crawl.ts';
import { textFields } from './restyled-rows.ts';

/** The texts that a reading has found in another style. */
export const readTextFields = (from: ItemReader) =>
  textFields.filter((field) => from.texts('restyled').includes(field));

const readCrawlItem = (item: StoredItem | undefined): Crawl | undefined =>
  readItem(item, (from) => {
    const result = from.entryOrNull('result');
    return {
      origin: from.textOrNull('origin'),
      startedAtMs: from.number('startedAtMs'),
      step: from.number('step'),
      nextPage: from.number('nextPage'),
      totalPages: from.number('totalPages'),
      declaredTotal: from.numberOrNull('declaredTotal'),
      totalChanged: from.boolean('totalChanged'),
      mayHaveSlid: from.boolean('mayHaveSlid'),
      rows: from.number('rows'),
      seen: from.set('seen'),
      tries: from.number('tries'),
      incompleteReason: from.textOrNull('incompleteReason'),
      restyled: readTextFields(from),
      result: result && { outcome: result.oneOf('outcome', crawlOutcomes), reason: result.textOrNull('reason') },
    };
  });

/** Reads the items of a crawl's steps, in their order. The last one has its state, and each has the houses of its page. */
export function readCrawlItems(items: readonly StoredItem[]): Crawl | undefined {
  const steps = items.flatMap((item) => readCrawlItem(item) ?? []);
  const last = steps.at(-1);
  return last && { ...last, seen: new Set(steps.flatMap(({ seen }) => [...seen])) };
}

/** Crawls are kept for a week, for finding out what went wrong. */
const keptMs = 7 * dayMs;

/** Returns the item of one step, with the houses that no earlier step has shown. */
export function crawlItem(
  runId: string,
  resblockId: string,
  { crawl, seenBefore, nowMs }: { crawl: Crawl; seenBefore: ReadonlySet<string>; nowMs: number },
): StoredItem {
  const { seen, ...same } = crawl;
  const added = new Set([...seen].filter((houseId) => !seenBefore.has(houseId)));
  return {
    ...crawlKey(runId, resblockId, crawl.step),
    ...same,
    // DynamoDB stores no empty set.
    ...(added.size > 0 ? { seen: added } : {}),
    ttl: ttlOf(nowMs + keptMs),
  };
}
