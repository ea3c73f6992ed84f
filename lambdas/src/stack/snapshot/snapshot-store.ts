import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { StackEvent } from 'shared-types/contract/stack';
import * as z from 'zod';
import { condition } from '../../platform/dynamodb/condition.ts';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { putLatest, stackPk } from '../items.ts';
import type { Stack } from '../ports.ts';
import { type EventsSnapshot, maxAgeMs, type StackSnapshot } from './snapshot.ts';

const readStack = (from: ItemReader): Stack => ({
  stackId: from.text('stackId'),
  stackName: from.text('stackName'),
  status: from.text('status'),
  statusReason: from.textOrNull('statusReason'),
  creationTimeMs: from.number('creationTimeMs'),
  updateTimeMs: from.numberOrNull('updateTimeMs'),
  outputs: from
    .entries('outputs')
    .map((output) => ({ outputKey: output.text('outputKey'), outputValue: output.text('outputValue') })),
  launchedBy: from.textOrNull('launchedBy'),
});

/** An item that has only a lease so far holds no snapshot. */
export const readSnapshotItem = (item: StoredItem | undefined): StackSnapshot | undefined =>
  item?.['seenAtMs'] === undefined
    ? undefined
    : readItem(item, (from) => {
        const stack = from.entryOrNull('stack');
        return {
          seenAtMs: from.number('seenAtMs'),
          stack: stack && readStack(stack),
          stackId: from.textOrNull('stackId'),
        };
      });

const readEventsItem = (item: StoredItem | undefined): EventsSnapshot | undefined =>
  item?.['seenAtMs'] === undefined
    ? undefined
    : readItem(item, (from) => ({
        seenAtMs: from.number('seenAtMs'),
        events: from.parsed('events', z.array(StackEvent)),
      }));

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
