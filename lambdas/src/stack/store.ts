import type { Table } from '../platform/dynamodb/table.ts';
import { actionStore } from './actions/action-store.ts';
import { snapshotStore } from './snapshot/snapshot-store.ts';
import { worldStore } from './worlds/world-store.ts';

export type StackStore = ReturnType<typeof stackStore>;

/** The stack manager's data, in one table. */
export const stackStore = (table: Table) => ({ ...actionStore(table), ...snapshotStore(table), ...worldStore(table) });
