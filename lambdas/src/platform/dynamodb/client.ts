import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requestHandler, outageMiddleware } from '../outage.ts';

export function documentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ requestHandler });
  // The SDK's log goes nowhere, but its middleware still walks through every item to hide secrets.
  client.middlewareStack.removeByTag('LOGGER');
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
