import type { Table } from '../platform/dynamodb/table.ts';
import { communityStore } from './communities/community-store.ts';
import { handReadingStore } from './hand-readings/hand-reading-store.ts';
import { houseLookupStore } from './house-lookups/house-lookup-store.ts';
import { packStore } from './house-packs/pack-store.ts';
import { houseStore } from './houses/house-store.ts';
import { markStore } from './marks/mark-store.ts';
import { newsEndStore } from './news/news-end-store.ts';
import { runStore } from './refresh/run-store.ts';
import { starShareStore } from './sharing/star-share-store.ts';
import { visitStore } from './visits/visit-store.ts';

/** Returns the stores of everything that the monitor stores, in one table. */
export const monitorStore = (table: Table) => ({
  ...communityStore(table),
  ...houseStore(table),
  ...packStore(table),
  ...markStore(table),
  ...runStore(table),
  ...handReadingStore(table),
  ...newsEndStore(table),
  ...houseLookupStore(table),
  ...visitStore(table),
  ...starShareStore(table),
});

export type MonitorStore = ReturnType<typeof monitorStore>;
