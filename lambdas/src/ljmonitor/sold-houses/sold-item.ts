import type { Sale } from 'shared-types/rules/monitor/sold';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { SoldPagesRead } from './sold-reading.ts';

/** A sale as it is stored. */
export interface StoredSale extends Sale {
  /** Counts the writes, so that two pages that arrive at once do not lose what one of them shows. */
  revision: number;
}

export const readSaleItem = (item: StoredItem): StoredSale | undefined =>
  readItem(item, (from) => ({
    houseId: from.text('sk'),
    price: from.numberOrNull('price'),
    unitPrice: from.numberOrNull('unitPrice'),
    date: from.textOrNull('date'),
    days: from.numberOrNull('days'),
    askedPrice: from.numberOrNull('askedPrice'),
    loadedAt: from.number('loadedAt'),
    revision: from.number('revision'),
  }));

export const readSoldPagesItem = (item: StoredItem | undefined): SoldPagesRead | undefined =>
  readItem(item, (from) => ({
    step: from.number('step'),
    pages: from.entries('pages').map((page) => ({
      page: page.number('page'),
      loadedAtMs: page.number('loadedAtMs'),
      declaredTotal: page.number('declaredTotal'),
      rows: page.number('rows'),
      firstDay: page.text('firstDay'),
      lastDay: page.text('lastDay'),
    })),
    readings: from.entries('readings').map((reading) => ({
      readAt: reading.number('readAt'),
      backTo: reading.textOrNull('backTo'),
    })),
  }));
