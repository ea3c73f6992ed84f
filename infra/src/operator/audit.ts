import { randomUUID } from 'node:crypto';
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { auditKey, type AuditKind, operatorName } from 'shared-types/rules/audit';

interface AuditedSite {
  dynamoDb: DynamoDBClient;
  auditTable: string;
  auditDays: number;
  now: () => number;
}

/**
 * Adds an event of an operator's command to the audit trail, with the items that lambdas/src/platform/audit/audit-trail.ts
 * writes. A failure is only printed, because the command is done by then.
 */
export async function recordOperatorEvent(
  { dynamoDb, auditTable, auditDays, now }: AuditedSite,
  kind: AuditKind,
  command: string,
  userId?: string,
): Promise<void> {
  const timeMs = now();
  const requestId = randomUUID();
  const { pk, sk } = auditKey(timeMs, requestId);
  const texts = {
    pk,
    sk,
    ...(userId !== undefined && { gsi1pk: `USER#${userId}`, gsi1sk: sk, userId }),
    kind,
    by: operatorName,
    network: '',
    browser: 'other',
    requestId,
    route: `npm run ${command}`,
  };
  const numbers = { timeMs, count: 1, ttl: Math.ceil(timeMs / 1000) + auditDays * 24 * 3600 };
  const Item = {
    ...Object.fromEntries(Object.entries(texts).map(([name, S]) => [name, { S }])),
    ...Object.fromEntries(Object.entries(numbers).map(([name, N]) => [name, { N: String(N) }])),
  };
  await dynamoDb.send(new PutItemCommand({ TableName: auditTable, Item })).catch((error: unknown) => {
    console.error(`This command is missing in the audit trail: ${String(error)}`);
  });
}
