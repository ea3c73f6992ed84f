import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { readEventsItem, stackPk } from '../items.ts';
import type { Boot } from '../players/boot.ts';
import type { PlayerCount, Silence } from '../players/players.ts';
import { type EventsSnapshot, maxAgeMs, type StackSnapshot } from './snapshot.ts';

/** CloudFormation forgets a deleted stack after 90 days. */
const eventsTtlSeconds = 90 * 24 * 3600;

const snapshotKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'SIGHT' });
const playersKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'PLAYERS' });
const silenceKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'SILENCE' });
const bootKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'BOOT' });
const eventsKey = (stackId: string) => ({ pk: `EVENTS#${stackId}`, sk: 'EVENTS' });

export type SnapshotStore = ReturnType<typeof snapshotStore>;

/** Keeps the latest answers of CloudFormation and of the game servers, shared by all readers. */
export function snapshotStore({ client, TableName }: Table) {
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

  /** Never replaces a newer answer, and leaves the lease alone. */
  const put = async (Key: Key, answer: { seenAtMs: number; [name: string]: unknown }): Promise<void> => {
    await conditionHeld(
      client.send(
        new UpdateCommand(
          updateItem({
            TableName,
            Key,
            set: answer,
            when: condition`attribute_not_exists(seenAtMs) OR NOT seenAtMs > ${answer.seenAtMs}`,
          }),
        ),
      ),
    );
  };

  return {
    acquireSnapshotLease: (stackName: string, nowMs: number) => acquireLease(snapshotKey(stackName), nowMs),

    /** `leaseUntilMs` also blocks the lease until then. */
    putSnapshot: (stackName: string, snapshot: StackSnapshot, leaseUntilMs?: number) =>
      put(snapshotKey(stackName), { ...snapshot, claimedUntilMs: leaseUntilMs }),

    putPlayerCount: (stackName: string, players: PlayerCount) => put(playersKey(stackName), { ...players }),

    /** Never replaces the phases of a later boot, or more phases of the same one. */
    async putBoot(stackName: string, { startedMs, endsMs, ...boot }: Boot): Promise<void> {
      await conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: bootKey(stackName),
              set: { ...boot, startedMs, endsMs },
              when: condition`attribute_not_exists(startedMs) OR startedMs < ${startedMs}
                OR (startedMs = ${startedMs} AND size(endsMs) < ${endsMs.length})`,
            }),
          ),
        ),
      );
    },

    /** Returns false when this silence, or a later one, was told before. */
    putSilence: (stackName: string, { lastWordMs, ...silence }: Silence): Promise<boolean> =>
      conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: silenceKey(stackName),
              set: { ...silence, lastWordMs },
              when: condition`attribute_not_exists(lastWordMs) OR lastWordMs < ${lastWordMs}`,
            }),
          ),
        ),
      ),

    async findEvents(stackId: string): Promise<EventsSnapshot | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: eventsKey(stackId), ConsistentRead: true }));
      return Item?.['seenAtMs'] === undefined ? undefined : readEventsItem(Item);
    },
    acquireEventsLease: (stackId: string, nowMs: number) => acquireLease(eventsKey(stackId), nowMs),
    putEvents: (stackId: string, events: EventsSnapshot) =>
      put(eventsKey(stackId), { ...events, ttl: Math.ceil(events.seenAtMs / 1000) + eventsTtlSeconds }),
  };
}
