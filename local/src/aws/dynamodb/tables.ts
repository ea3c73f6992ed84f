import {
  CreateTableCommand,
  DescribeTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Resource } from '../../template/resource.ts';
import { StartError } from '../../startup/start-error.ts';
import { propertiesOf } from '../../template/properties.ts';

const KeySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const TableProperties = z.strictObject({
  TableName: z.string().optional(),
  KeySchema,
  AttributeDefinitions: z.array(z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: z
    .array(
      z.strictObject({
        IndexName: z.string(),
        KeySchema,
        Projection: z.strictObject({
          ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: z.array(z.string()).optional(),
        }),
      }),
    )
    .optional(),
  BillingMode: z.literal('PAY_PER_REQUEST'),
  // These have no effect on this machine.
  PointInTimeRecoverySpecification: z.unknown().optional(),
  DeletionProtectionEnabled: z.unknown().optional(),
  TimeToLiveSpecification: z.unknown().optional(),
  SSESpecification: z.unknown().optional(),
  Tags: z.unknown().optional(),
});

/** Returns the input of CreateTable for a table of the template. */
export function tableDefinition(table: Resource): CreateTableCommandInput {
  const properties = propertiesOf(table, TableProperties);
  return {
    TableName: table.ref,
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    BillingMode: properties.BillingMode,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(({ Projection, ...index }) => ({
      ...index,
      Projection: { ProjectionType: Projection.ProjectionType, NonKeyAttributes: Projection.NonKeyAttributes },
    })),
  };
}

/** Creates the table unless it exists. The product cannot read an existing table with other keys, so that stops the start. */
export async function ensureTable(dynamoDb: DynamoDBClient, definition: CreateTableCommandInput): Promise<void> {
  const found = await describe(dynamoDb, definition.TableName);
  if (!found) await dynamoDb.send(new CreateTableCommand(definition));
  else if (shapeOf(found) !== shapeOf(definition)) {
    throw new StartError(
      `The data directory holds the table ${definition.TableName} with other keys than the product uses now. ` +
        'Choose another DATA_DIR, or delete the data with --fresh.',
    );
  }
}

async function describe(dynamoDb: DynamoDBClient, TableName: string | undefined) {
  try {
    return (await dynamoDb.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

interface TableKeys {
  KeySchema?: KeySchemaElement[] | undefined;
  GlobalSecondaryIndexes?:
    | Pick<GlobalSecondaryIndexDescription, 'IndexName' | 'KeySchema' | 'Projection'>[]
    | undefined;
}

/** Returns the keys and projections of a table and its indexes, as one text to compare. */
function shapeOf({ KeySchema: keys = [], GlobalSecondaryIndexes: indexes = [] }: TableKeys): string {
  const shapes = indexes.map((index) => {
    const carried = [index.Projection?.ProjectionType, ...(index.Projection?.NonKeyAttributes ?? []).toSorted()];
    return [index.IndexName, ...keyNames(index.KeySchema ?? []), ...carried].join(' ');
  });
  return JSON.stringify([keyNames(keys), shapes.toSorted()]);
}

const keyNames = (schema: KeySchemaElement[]) => schema.map((key) => `${key.KeyType} ${key.AttributeName}`);
