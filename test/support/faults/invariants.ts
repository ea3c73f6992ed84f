import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import { queueDepths } from 'local/control/queues';
import type { TestCloud } from '../aws/cloud.ts';

type Row = Record<string, unknown>;

/** The product may need this time to notice an expired item. */
const graceMs = 60_000;

const unsettled = new Set(['PENDING', 'IN_PROGRESS', 'RUNNING']);

/** Returns the reason why an item is stuck; undefined when it is not. `nowMs` is the product's time. */
export function stuckReason(row: Row, nowMs: number): string | undefined {
  const isUnsettled =
    unsettled.has(String(row['status'])) ||
    unsettled.has(String(row['syncStatus'])) ||
    // A refresh of the monitor counts the communities that are done. (The first read of a new community is no refresh:
    // adding the community again restarts it.)
    (row['isRefresh'] === true && Array.isArray(row['resblockIds']) && Number(row['done']) < row['resblockIds'].length);
  if (!isUnsettled) return undefined;
  const deadline = Object.entries(row).find(
    ([name, value]) => /until|lease|deadline/i.test(name) && typeof value === 'number' && value + graceMs < nowMs,
  );
  return deadline && `${String(row['pk'])} ${String(row['sk'])}: ${deadline[0]} is over`;
}

/** Expects what is always true while the site is idle: no stuck items, dead letters, leaked secrets or unhandled errors. */
export async function expectInvariants(cloud: TestCloud): Promise<void> {
  const { resources, aws, functions, clock } = cloud.app.cloud;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(aws));
  const late: string[] = [];
  for (const { ref } of resources.filter(({ type }) => type === 'AWS::DynamoDB::Table')) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: ref, ConsistentRead: true }))
      late.push(...Items.flatMap((row) => stuckReason(row, clock.now()) ?? []));
  }
  client.destroy();

  const dead = (await queueDepths(cloud.app.cloud)()).filter(
    ({ isDeadLetters, waiting }) => isDeadLetters && waiting > 0,
  );

  const ours = resources.filter(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Function' && JSON.stringify(properties['Runtime']).startsWith('"nodejs'),
  );
  const lines = ours.flatMap(({ attributes }) => functions.output(attributes['Arn'] ?? ''));
  const told = [...cloud.secrets].filter((secret) => lines.some((line) => line.includes(secret)));
  const unhandled = lines.filter((line) => /unhandled/i.test(line));
  expect({ late, dead, told, unhandled }).toEqual({ late: [], dead: [], told: [], unhandled: [] });
}
