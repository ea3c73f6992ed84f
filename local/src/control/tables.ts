import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import { ControlError } from './responses.ts';
import { usedTables } from './deployed-names.ts';

/** The cursor of the next page: a key whose attributes are all texts. */
const After = z.record(z.string(), z.object({ S: z.string() }));

export interface TablePage {
  items: Record<string, Json>[];
  /** The cursor of the next page, or null on the last page. */
  next: string | null;
}

/** Reads tables page by page. */
export function tableReader({ resources, aws }: Pick<Cloud, 'resources' | 'aws'>) {
  const made = resources.filter(({ type }) => type === 'AWS::DynamoDB::Table').map(({ ref }) => ref);
  const names = [...new Set([...usedTables(resources), ...made])];
  const client = new DynamoDBClient({ ...aws });

  async function page(name: string, after: string | null): Promise<TablePage> {
    if (!names.includes(name)) throw new ControlError(404, 'notFound', `There is no table ${name}.`);
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: name,
        Limit: 50,
        ConsistentRead: true,
        ...(after === null ? {} : { ExclusiveStartKey: keyOf(after) }),
      }),
    );
    return {
      items: Items.map((item) => Object.fromEntries(Object.entries(item).map(([key, value]) => [key, plain(value)]))),
      next: LastEvaluatedKey ? Buffer.from(JSON.stringify(LastEvaluatedKey)).toString('base64url') : null,
    };
  }

  return { names, page };
}

function keyOf(after: string) {
  try {
    return After.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
  } catch {
    throw new ControlError(400, 'invalid', 'The cursor `after` is invalid.');
  }
}

function plain(value: AttributeValue): Json {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.L !== undefined) return value.L.map(plain);
  if (value.SS !== undefined) return value.SS;
  if (value.NS !== undefined) return value.NS.map(Number);
  if (value.M !== undefined)
    return Object.fromEntries(Object.entries(value.M).map(([key, each]) => [key, plain(each)]));
  if (value.B !== undefined) return Buffer.from(value.B).toString('base64');
  return null;
}
