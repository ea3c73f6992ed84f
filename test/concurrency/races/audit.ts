import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { auditTrail } from 'lambdas/platform/audit/audit-trail';
import type { ConcurrencyScenario } from '../../support/dynamodb/concurrency-scenario.ts';

const refusal = (requestId: string): AuditEvent => ({
  timeMs: 60_000,
  kind: 'signIn',
  code: 'incorrectUsernameOrPassword',
  userId: undefined,
  username: undefined,
  by: undefined,
  address: '203.0.113.7',
  origin: undefined,
  browser: 'Firefox',
  requestId,
  route: 'POST /api/auth/cognito/sign_in',
  subject: undefined,
  isNewBrowser: false,
  isCounted: true,
});

const deliveries = (name: string, requestIds: string[], expected: number): ConcurrencyScenario => ({
  name,
  async run(table) {
    const settings = { AUDIT_TABLE_NAME: table.TableName, AUDIT_DAYS: 1, AUDIT_ADDRESSES: 'coarse' } as const;
    const record = auditTrail(table.client, settings);
    for (const requestId of requestIds) await record(refusal(requestId));
    return (await table.rows()).map(({ count }) => count);
  },
  expected: [expected],
});

export const auditRaces = [
  deliveries('two refusals of a minute are counted', ['1', '2'], 2),
  deliveries('a refusal is written again because its answer was lost', ['1', '1'], 1),
];
