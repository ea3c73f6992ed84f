import type { Table } from '../platform/dynamodb/table.ts';
import { actionStore } from './actions/action-store.ts';
import { commandLimitStore } from './console/command-limit-store.ts';
import { playerListStore } from './console/player-list-store.ts';
import { licenseStore } from './license/license-store.ts';
import { startLinkStore } from './links/start-link-store.ts';
import { toldStore } from './news/told-store.ts';
import { rightsStore } from './rights/rights-store.ts';
import { snapshotStore } from './snapshot/snapshot-store.ts';
import { weeklyTimesStore } from './weekly-times/weekly-times-store.ts';
import { worldStore } from './worlds/world-store.ts';

export type StackStore = ReturnType<typeof stackStore>;

/** Returns the stores of the stack manager's data, in one table. */
export const stackStore = (table: Table) => ({
  ...actionStore(table),
  ...snapshotStore(table),
  ...worldStore(table),
  ...playerListStore(table),
  ...commandLimitStore(table),
  ...startLinkStore(table),
  ...weeklyTimesStore(table),
  ...toldStore(table),
  ...rightsStore(table),
  ...licenseStore(table),
});
