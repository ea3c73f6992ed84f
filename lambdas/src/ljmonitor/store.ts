import type { Table } from '../platform/dynamodb/table.ts';
import { communityStore } from './communities/community-store.ts';
import { digestStore } from './digest/digest-store.ts';
import { handReadingStore } from './hand-readings/hand-reading-store.ts';
import { houseLookupStore } from './house-lookups/house-lookup-store.ts';
import { houseStore } from './houses/house-store.ts';
import { markStore } from './marks/mark-store.ts';
import { runStore } from './refresh/run-store.ts';

/** Everything that the monitor stores, in one table. */
export const monitorStore = (table: Table) => ({
  ...communityStore(table),
  ...houseStore(table),
  ...markStore(table),
  ...runStore(table),
  ...handReadingStore(table),
  ...digestStore(table),
  ...houseLookupStore(table),
});

export type MonitorStore = ReturnType<typeof monitorStore>;
