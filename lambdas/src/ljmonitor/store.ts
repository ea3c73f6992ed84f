import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MonitorStore } from './ports.ts';
import { houseStore } from './houses/house-store.ts';
import { readMarkStore } from './marks/mark-store.ts';
import { resblockStore } from './communities/community-store.ts';
import { runStore } from './refresh/run-store.ts';

/** Everything the monitor remembers, in one table. */
export function dynamoMonitorStore(client: DynamoDBDocumentClient, TableName: string): MonitorStore {
  const table = { client, TableName };
  return { ...resblockStore(table), ...houseStore(table), ...readMarkStore(table), ...runStore(table) };
}
