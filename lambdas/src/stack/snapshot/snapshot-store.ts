import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SightStore } from '../ports.ts';
import { maxAgeMs } from './snapshot.ts';
import { readEventsItem, stackPk } from '../items.ts';
import { type Table, conditionHeld } from '../../platform/dynamodb/table.ts';

/** CloudFormation remembers a deleted stack for 90 days. */
const keptSeconds = 90 * 24 * 3600;

const sightKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'SIGHT' });
const playersKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'PLAYERS' });
const eventsKey = (stackId: string) => ({ pk: `EVENTS#${stackId}`, sk: 'EVENTS' });

/** What CloudFormation and the servers said, for all who look at the same time. */
export function sightStore({ client, TableName }: Table): SightStore {
  /** Whoever wins asks; nobody else does before the answer is old, or long overdue. */
  const claim = (Key: { pk: string; sk: string }, nowMs: number) =>
    conditionHeld(
      client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET claimedUntilMs = :until',
          // What is no number is not greater than one: it is in nobody's way.
          ConditionExpression:
            '(attribute_not_exists(claimedUntilMs) OR NOT claimedUntilMs > :now) AND (attribute_not_exists(seenAtMs) OR NOT seenAtMs > :old)',
          ExpressionAttributeValues: { ':now': nowMs, ':until': nowMs + maxAgeMs, ':old': nowMs - maxAgeMs },
        }),
      ),
    );

  /** An answer never replaces a newer one, nor a claim. */
  const put = async <Seen extends { seenAtMs: number }>(Key: { pk: string; sk: string }, seen: Seen) => {
    const fields = Object.entries(seen);
    await conditionHeld(
      client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ConditionExpression: 'attribute_not_exists(seenAtMs) OR NOT seenAtMs > :seenAtMs',
          ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        }),
      ),
    );
  };

  return {
    acquireSnapshotLease: (stackName, nowMs) => claim(sightKey(stackName), nowMs),
    putSnapshot: (stackName, sight, untilMs) =>
      put(sightKey(stackName), untilMs === undefined ? sight : { ...sight, claimedUntilMs: untilMs }),

    putPlayerCount: (stackName, players) => put(playersKey(stackName), players),

    async findEvents(stackId) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: eventsKey(stackId), ConsistentRead: true }));
      return Item?.['seenAtMs'] === undefined ? undefined : readEventsItem(Item);
    },
    acquireEventsLease: (stackId, nowMs) => claim(eventsKey(stackId), nowMs),
    putEvents: (stackId, sight) =>
      put(eventsKey(stackId), { ...sight, ttl: Math.ceil(sight.seenAtMs / 1000) + keptSeconds }),
  };
}
