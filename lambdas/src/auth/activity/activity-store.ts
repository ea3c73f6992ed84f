import { dayMs } from 'shared-types/rules/time';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from 'shared-types/contract/audit';
import { auditKinds, browserFamilies } from 'shared-types/rules/audit';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../../platform/dynamodb/item.ts';
import { type Table, timeKey } from '../../platform/dynamodb/table.ts';
import { dayOf } from './event-day.ts';

const AuditItem = z.object({
  sk: z.string(),
  timeMs: z.number(),
  kind: z.enum(auditKinds),
  code: z.string().nullable().default(null),
  userId: z.string().nullable().default(null),
  usernames: z.set(z.string()).default(new Set()),
  by: z.string().nullable().default(null),
  network: z.string(),
  browser: z.enum(browserFamilies),
  requestId: z.string(),
  route: z.string(),
  subject: z.string().nullable().default(null),
  isNewBrowser: z.boolean().default(false),
  count: z.number(),
});

/** An event names so many of the usernames that were tried in its minute. */
const maxUsernames = 5;

const readEvent = schemaReader(AuditItem);

function eventsOf(item: StoredItem): AuditEvent[] {
  const read = readEvent(item);
  if (!read) return [];
  const { sk: eventRef, timeMs: time, usernames, ...event } = read;
  const outcome = event.code === null ? 'done' : 'refused';
  const shown = [...usernames].toSorted().slice(0, maxUsernames);
  return [{ eventRef, time, outcome, ...event, usernames: shown, hasMoreUsernames: usernames.size > maxUsernames }];
}

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
    return { events: Items.flatMap(eventsOf), cursor: typeof last === 'string' ? last : null };
  },
});

export type ActivityStore = ReturnType<typeof activityStore>;
