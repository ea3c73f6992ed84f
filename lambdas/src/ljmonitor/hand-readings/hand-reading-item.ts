import { dayMs } from 'shared-types/rules/time';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { handReadingKey } from '../keys.ts';
import type { HandReading } from './hand-reading.ts';
import { readTextFields } from '../readings/crawl-item.ts';
import { ttlOf } from '../../platform/dynamodb/table.ts';

/** A reading that is never complete is of no use after its pages are too old, whatever else happens. */
const keptMs = dayMs;

export const handReadingItem = (userId: string, resblockId: string, reading: HandReading, nowMs: number) => ({
  ...handReadingKey(userId, resblockId),
  ...reading,
  ttl: ttlOf(nowMs + keptMs),
});

const readHandedPage = (from: ItemReader) => ({
  page: from.number('page'),
  loadedAtMs: from.number('loadedAtMs'),
  isEmpty: from.boolean('isEmpty'),
  declaredTotal: from.numberOrNull('declaredTotal'),
  totalPages: from.numberOrNull('totalPages'),
  shown: from.texts('shown'),
  unreadable: from.texts('unreadable'),
});

export const readHandReadingItem = (item: StoredItem | undefined): HandReading | undefined =>
  readItem(item, (from) => ({
    readingId: from.text('readingId'),
    startedAtMs: from.number('startedAtMs'),
    origin: from.textOrNull('origin'),
    step: from.number('step'),
    pages: from.entries('pages').map(readHandedPage),
    restyled: readTextFields(from),
  }));
