import { dayMs } from 'shared-types/rules/time';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from 'shared-types/contract/audit';
import { auditKinds, browserFamilies } from 'shared-types/rules/audit';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { type Table, timeKey } from '../../platform/dynamodb/table.ts';
import { dayOf } from './event-day.ts';

/** An event names so many of the usernames that were tried in its minute. */
const maxUsernames = 5;

const readEvent = (item: StoredItem): AuditEvent | undefined =>
  readItem(item, (from) => {
    const code = from.textOrNull('code');
    const usernames = from.set('usernames');
    return {
      eventRef: from.text('sk'),
      time: from.number('timeMs'),
      kind: from.oneOf('kind', auditKinds),
      outcome: code === null ? 'done' : 'refused',
      code,
      userId: from.textOrNull('userId'),
      usernames: [...usernames].toSorted().slice(0, maxUsernames),
      hasMoreUsernames: usernames.size > maxUsernames,
      by: from.textOrNull('by'),
      network: from.text('network'),
      browser: from.oneOf('browser', browserFamilies),
      requestId: from.text('requestId'),
      route: from.text('route'),
      subject: from.textOrNull('subject'),
      isNewBrowser: from.boolean('isNewBrowser', false),
      count: from.number('count'),
    };
  });

/** The events of one day of UTC, or of one account, and of these only those of one kind. */
export interface EventFilter {
  day?: string | undefined;
  userId?: string | undefined;
  kind?: string | undefined;
}

interface EventPage {
  events: AuditEvent[];
  cursor: string | null;
}

const pageSize = 50;

/** A page of one kind passes over the other kinds, so it reads more events than it returns. */
const filteredPageSize = 500;

/** Reads the audit trail. Its function has no grant to write to it. */
export const activityStore = ({ client, TableName }: Table) => ({
  /**
   * Reads a page of events, the newest first. A cursor is the sort key of the last event that the page before it has
   * read.
   */
  async page({ day = '', userId, kind }: EventFilter, cursor?: string, limit = pageSize): Promise<EventPage> {
    const user = userId === undefined ? undefined : { gsi1pk: `USER#${userId}` };
    const fromMs = Date.parse(day);
    const range = user && day ? { ':from': timeKey(fromMs), ':until': timeKey(fromMs + dayMs) } : undefined;
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        ...(user && { IndexName: 'gsi1' }),
        KeyConditionExpression: user
          ? `gsi1pk = :key${range ? ' AND gsi1sk BETWEEN :from AND :until' : ''}`
          : 'pk = :key',
        ...(kind && { FilterExpression: '#kind = :kind', ExpressionAttributeNames: { '#kind': 'kind' } }),
        ExpressionAttributeValues: { ':key': user?.gsi1pk ?? `DAY#${day}`, ...range, ...(kind && { ':kind': kind }) },
        ScanIndexForward: false,
        Limit: kind ? filteredPageSize : limit,
        ...(cursor && {
          ExclusiveStartKey: { pk: `DAY#${dayOf(cursor)}`, sk: cursor, ...(user && { ...user, gsi1sk: cursor }) },
        }),
      }),
    );
    const last: unknown = LastEvaluatedKey?.['sk'];
    return { events: Items.flatMap((item) => readEvent(item) ?? []), cursor: typeof last === 'string' ? last : null };
  },
});

export type ActivityStore = ReturnType<typeof activityStore>;
