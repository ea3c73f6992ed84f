import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requestHandler, outageMiddleware } from '../outage.ts';

export function documentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ requestHandler });
  // Nobody reads the SDK's log, and yet it would walk through every item to hide what is secret in it.
  client.middlewareStack.removeByTag('LOGGER');
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
