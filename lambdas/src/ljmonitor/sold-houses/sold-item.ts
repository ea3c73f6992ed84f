import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { SalesOfHouse } from './sales-of-house.ts';
import type { SoldPagesRead } from './sold-reading.ts';

export const readSalesItem = (item: StoredItem): SalesOfHouse | undefined =>
  readItem(item, (from) => ({
    houseId: from.text('sk'),
    sales: from.entries('sales').map((sale) => ({
      price: sale.numberOrNull('price'),
      unitPrice: sale.numberOrNull('unitPrice'),
      date: sale.textOrNull('date'),
      isRecent: sale.boolean('isRecent'),
      days: sale.numberOrNull('days'),
      askedPrice: sale.numberOrNull('askedPrice'),
      loadedAt: sale.number('loadedAt'),
    })),
    revision: from.number('revision'),
  }));

export const readSoldCountItem = (item: StoredItem | undefined): number | undefined =>
  readItem(item, (from) => from.number('houses'));

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
