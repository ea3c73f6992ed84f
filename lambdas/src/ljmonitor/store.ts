import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MonitorStore } from './ports.ts';
import { houseStore } from './store/houses.ts';
import { readMarkStore } from './store/read-marks.ts';
import { resblockStore } from './store/resblocks.ts';
import { runStore } from './store/runs.ts';

/** Everything the monitor remembers, in one table. */
export function dynamoMonitorStore(client: DynamoDBDocumentClient, TableName: string): MonitorStore {
  const table = { client, TableName };
  return { ...resblockStore(table), ...houseStore(table), ...readMarkStore(table), ...runStore(table) };
}
