import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StackStore } from './ports.ts';
import { actionStore } from './store/actions.ts';
import { sightStore } from './store/sights.ts';

/** Everything that is remembered of stacks, in one table. */
export function dynamoStackStore(client: DynamoDBDocumentClient, TableName: string): StackStore {
  const table = { client, TableName };
  return { ...actionStore(table), ...sightStore(table) };
}
