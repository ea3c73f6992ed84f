import { afterAll, describe, expect, it } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { auditTrail } from 'lambdas/platform/audit/audit-trail';
import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { auditWriteUnits } from '../../bench/audit-cost.ts';
import { startCapacityMeter } from '../support/dynamodb/capacity-meter.ts';
import { startTestDatabase } from '../support/dynamodb/test-table.ts';

const database = await startTestDatabase();
const meter = await startCapacityMeter(database.origin);
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const client = new DynamoDBClient({ endpoint: meter.endpoint, region: 'us-east-1', credentials });
afterAll(async () => {
  client.destroy();
  meter.close();
  await database.stop();
});

const event: AuditEvent = {
  timeMs: Date.UTC(2026, 10, 22),
  kind: 'sessionEnded',
  code: undefined,
  userId: 'cognito|0b088e2e-af23-5d93-84d0-342112504f25',
  username: undefined,
  by: 'cognito|5d7d49c7-bbc3-4b9a-bda6-11b40272200d',
  address: '2001:db8:1:2::9',
  origin: undefined,
  browser: 'Firefox',
  requestId: 'VaQKATdllvsFPYg=',
  route: 'POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end',
  subject: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  isNewBrowser: false,
  isCounted: false,
};

describe('the write units of the audit trail', () => {
  it('are those that the bench computes with', async () => {
    const table = await database.createTable();
    const settings = { AUDIT_TABLE_NAME: table, AUDIT_DAYS: 90, AUDIT_ADDRESSES: 'full' } as const;
    const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    const record = auditTrail(documents, settings);
    await record(event);
    expect(meter.take().map(({ units }) => units)).toEqual([auditWriteUnits.event]);
    for (const requestId of ['1', '2']) {
      await record({ ...event, requestId, code: 'wrongCode', userId: undefined, by: undefined, isCounted: true });
      expect(meter.take().map(({ units }) => units)).toEqual([auditWriteUnits.refusalWithoutAccount]);
    }
  });
});
