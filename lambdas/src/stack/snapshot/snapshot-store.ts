import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { StackEvent } from 'shared-types/contract/stack';
import * as z from 'zod';
import { condition } from '../../platform/dynamodb/condition.ts';
import { schemaReader, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { putLatest, stackPk } from '../items.ts';
import type { Stack } from '../ports.ts';
import { type EventsSnapshot, maxAgeMs, type StackSnapshot } from './snapshot.ts';

const StackItem = z.object({
  stackId: z.string(),
  stackName: z.string(),
  status: z.string(),
  statusReason: z.string().nullable(),
  creationTimeMs: z.number(),
  updateTimeMs: z.number().nullable(),
  outputs: z.array(z.object({ outputKey: z.string(), outputValue: z.string() })),
  launchedBy: z.string().nullable(),
}) satisfies z.ZodType<Stack>;

const readCompleteSnapshot = schemaReader(
  z.object({
    seenAtMs: z.number(),
    stack: StackItem.nullable(),
    stackId: z.string().nullable(),
  }) satisfies z.ZodType<StackSnapshot>,
);

const readCompleteEvents = schemaReader(
  z.object({ seenAtMs: z.number(), events: z.array(StackEvent) }) satisfies z.ZodType<EventsSnapshot>,
);

/** An item that has only a lease so far holds no snapshot. */
export const readSnapshotItem = (item: StoredItem | undefined): StackSnapshot | undefined =>
  item?.['seenAtMs'] === undefined ? undefined : readCompleteSnapshot(item);

const readEventsItem = (item: StoredItem | undefined): EventsSnapshot | undefined =>
  item?.['seenAtMs'] === undefined ? undefined : readCompleteEvents(item);

/** CloudFormation forgets a deleted stack after 90 days. */
const eventsTtlSeconds = 90 * 24 * 3600;

const snapshotKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'SNAPSHOT' });
const eventsKey = (stackId: string) => ({ pk: `EVENTS#${stackId}`, sk: 'EVENTS' });

export type SnapshotStore = ReturnType<typeof snapshotStore>;

/** Keeps the latest answers of CloudFormation, shared by all readers. */
export function snapshotStore(table: Table) {
  const { client, TableName } = table;

  /** Acquires the lease to ask CloudFormation: true for one reader until the answer, or the lease, is out of date. */
  const acquireLease = (Key: Key, nowMs: number): Promise<boolean> =>
    conditionHeld(
      client.send(
        new UpdateCommand(
          updateItem({
            TableName,
            Key,
            set: { claimedUntilMs: nowMs + maxAgeMs },
            // A value that is no number is damaged, and compares as not greater.
            when: condition`(attribute_not_exists(claimedUntilMs) OR NOT claimedUntilMs > ${nowMs})
              AND (attribute_not_exists(seenAtMs) OR NOT seenAtMs > ${nowMs - maxAgeMs})`,
          }),
        ),
      ),
    );

  async function find(Key: Key): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  return {
    findSnapshot: async (stackName: string) => readSnapshotItem(await find(snapshotKey(stackName))),
    acquireSnapshotLease: (stackName: string, nowMs: number) => acquireLease(snapshotKey(stackName), nowMs),

    /** `leaseUntilMs` also blocks the lease until then. */
    putSnapshot: (stackName: string, snapshot: StackSnapshot, leaseUntilMs?: number) =>
      putLatest(table, snapshotKey(stackName), { ...snapshot, claimedUntilMs: leaseUntilMs }),

    findEvents: async (stackId: string) => readEventsItem(await find(eventsKey(stackId))),
    acquireEventsLease: (stackId: string, nowMs: number) => acquireLease(eventsKey(stackId), nowMs),
    putEvents: (stackId: string, events: EventsSnapshot) =>
      putLatest(table, eventsKey(stackId), { ...events, ttl: Math.ceil(events.seenAtMs / 1000) + eventsTtlSeconds }),
  };
}
