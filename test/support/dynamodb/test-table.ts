import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Engine, startDynamoDb } from 'local/aws/dynamodb/engine';

const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];

/**
 * The schema of every table, as infra/src/constructs/single-table.ts has it. It stands here once more because loading the
 * CDK takes seconds. (Expiry by `ttl` is no part of it: DynamoDB deletes expired items at any time within days.)
 */
export const testTableSchema = {
  BillingMode: 'PAY_PER_REQUEST' as const,
  KeySchema: keys('pk', 'sk'),
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: ['gsi1', 'gsi2'].map((IndexName) => ({
    IndexName,
    KeySchema: keys(`${IndexName}pk`, `${IndexName}sk`),
    Projection: { ProjectionType: 'ALL' as const },
  })),
};

interface TestTableOptions {
  name?: string;
  /** The attributes that gsi2 carries; all of them unless given. */
  secondIndex?: string[];
}

/** Starts a DynamoDB in memory, by the preferred engine of this system unless another one is chosen. */
export async function startTestDatabase(engine?: Engine) {
  const dynamoDb = await startDynamoDb({ engine });
  const client = new DynamoDBClient({
    endpoint: dynamoDb.origin,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  // The client of lambdas/src/platform/dynamodb/client.ts has no log either, for the reason that is given there.
  client.middlewareStack.removeByTag('LOGGER');
  let tables = 0;
  return {
    origin: dynamoDb.origin,
    client,
    documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    /** Creates an empty table and returns its name. */
    createTable: async ({ name = `table-${++tables}`, secondIndex }: TestTableOptions = {}): Promise<string> => {
      const GlobalSecondaryIndexes = testTableSchema.GlobalSecondaryIndexes.map((index) =>
        index.IndexName === 'gsi2' && secondIndex
          ? { ...index, Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: secondIndex } }
          : index,
      );
      await client.send(new CreateTableCommand({ ...testTableSchema, GlobalSecondaryIndexes, TableName: name }));
      return name;
    },
    stop: async () => {
      client.destroy();
      await dynamoDb.stop();
    },
  };
}

export type TestTable = Awaited<ReturnType<typeof startTestTable>>;

/** Creates an empty table on a database of its own. */
export async function startTestTable(engine?: Engine) {
  const database = await startTestDatabase(engine);
  return { ...database, tableName: await database.createTable() };
}
