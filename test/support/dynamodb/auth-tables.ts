import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from 'local/aws/dynamodb/engine';
import { credentials } from '../aws/user-pool.ts';

/** The two tables that sign-in writes to, in one database, because its transactions span both. */
export async function startAuthTables() {
  const dynamoDb = await startDynamoDb();
  const client = new DynamoDBClient({ endpoint: dynamoDb.origin, region: 'us-east-1', credentials });
  let failing: string | undefined;
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === failing) throw new Error(`${commandName} fails`);
        return next(args);
      },
    { step: 'initialize' },
  );
  for (const name of ['auth', 'sessions']) await client.send(new CreateTableCommand(singleTable(name)));
  return {
    origin: dynamoDb.origin,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    /** From now on every such command fails, as in 'DeleteItemCommand', until it is told otherwise. */
    fail: (commandName: string | undefined) => void (failing = commandName),
    async stop() {
      client.destroy();
      await dynamoDb.stop();
    },
  };
}

const singleTable = (TableName: string) => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  KeySchema: keys('pk', 'sk'),
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: [
    { IndexName: 'gsi1', KeySchema: keys('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' as const } },
  ],
});

function keys(hash: string, range: string) {
  return [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
}
