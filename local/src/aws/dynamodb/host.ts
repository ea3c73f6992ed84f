import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { startDynamoDb } from './engine.ts';
import { dynamoDbService } from './service.ts';
import { ensureTable, tableDefinition } from './tables.ts';

/** Hosts the template's tables. */
export async function hostDynamoDb(aws: ServiceContext) {
  const engine = await aws.step('DynamoDB', () => startDynamoDb({ dataDir: aws.dataDir }));
  aws.onShutdown(() => engine.stop());
  aws.services['dynamodb'] = dynamoDbService(engine.origin, aws);

  const tables = resourcesOfType(aws.resources, 'AWS::DynamoDB::Table');
  const client = new DynamoDBClient(aws.access);
  await aws.step('Tables', () => Promise.all(tables.map((table) => ensureTable(client, tableDefinition(table)))));
  client.destroy();
}
