import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StackStore } from './ports.ts';
import { actionStore } from './actions/action-store.ts';
import { sightStore } from './snapshot/snapshot-store.ts';

/** Everything that is remembered of stacks, in one table. */
export function stackStore(client: DynamoDBDocumentClient, TableName: string): StackStore {
  const table = { client, TableName };
  return { ...actionStore(table), ...sightStore(table) };
}
