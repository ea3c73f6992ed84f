import { dayMs, minuteMs } from 'shared-types/rules/time';
import { auditKey } from 'shared-types/rules/audit';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../dynamodb/condition.ts';
import { conditionHeld, type Table } from '../dynamodb/table.ts';
import { updateItem } from '../dynamodb/update-item.ts';
import { log } from '../log.ts';
import type { AuditEvent } from './audit-event.ts';
import { coarseNetworkOf, networkOf } from './network.ts';

/** The settings of the trail, as platform/env.ts reads them. */
interface AuditSettings {
  AUDIT_TABLE_NAME: string;
  AUDIT_DAYS: number;
  AUDIT_ADDRESSES: 'coarse' | 'full';
}

/** An event is given up after this time, so that a slow table delays no answer for longer. */
const maxWriteMs = 3000;

export type RecordEvent = (event: AuditEvent) => Promise<void>;

/** Writes events to the audit trail. A failure is logged, which sets off the alarm `Failures`, and fails no request. */
export function auditTrail(client: DynamoDBDocumentClient, settings: AuditSettings): RecordEvent {
  const table = { client, TableName: settings.AUDIT_TABLE_NAME };
  return async (event) => {
    try {
      await write(table, settings, event);
    } catch (error) {
      const { kind, code = '', userId } = event;
      log('error', 'audit event not written', { reason: `${kind} ${code}`.trim(), ...(userId && { userId }), error });
    }
  };
}

async function write({ client, TableName }: Table, settings: AuditSettings, event: AuditEvent): Promise<void> {
  const { kind, code, userId, username, by, requestId, route, subject, browser, timeMs, isCounted } = event;
  const network = settings.AUDIT_ADDRESSES === 'full' ? networkOf(event.address) : coarseNetworkOf(event.address);
  const options = { abortSignal: AbortSignal.timeout(maxWriteMs) };
  const attributes = (sk: string) => ({
    kind,
    code,
    userId,
    by,
    network,
    browser,
    requestId,
    route,
    subject,
    ...(event.isNewBrowser && { isNewBrowser: true }),
    ...(userId !== undefined && { gsi1pk: `USER#${userId}`, gsi1sk: sk }),
    ttl: Math.ceil((timeMs + settings.AUDIT_DAYS * dayMs) / 1000),
  });
  // The throttle of the steps bounds the names of a minute. Each name costs the same one write, because the time of a refusal
  // must not tell whether somebody has the name.
  const usernames = username === undefined ? {} : { usernames: new Set([username]) };
  if (!isCounted) {
    const { pk, sk } = auditKey(timeMs, requestId);
    const Item = { pk, sk, timeMs, count: 1, ...usernames, ...attributes(sk) };
    await client.send(new PutCommand({ TableName, Item }), options);
    return;
  }
  // A caller without an account gets one item a minute, whatever it asks for.
  const person = userId === undefined ? '' : `#${userId}#${route}`;
  const Key = auditKey(timeMs - (timeMs % minuteMs), `${kind}#${code ?? ''}#${network}${person}`);
  const counted = updateItem({
    TableName,
    Key,
    set: attributes(Key.sk),
    setOnce: { timeMs },
    add: { count: 1, ...usernames },
    // The SDK repeats a write whose answer was lost.
    when: condition`attribute_not_exists(pk) OR requestId <> ${requestId}`,
  });
  await conditionHeld(client.send(new UpdateCommand(counted), options));
}
