import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../platform/id.ts';
import { type Gate, longestBreakMs, longestWaitMs, openGate, turnMs, turnRefused } from './site-limiter.ts';
import type { SiteGate } from '../ports.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { emptyIfConditionFailed, type Table, conditionHeld } from '../keys.ts';

const gateOf = (row: StoredItem | undefined): Gate =>
  readItem(row, (from) => ({
    nextRequestAtMs: from.number('nextRequestAtMs', 0),
    holder: from.textOrNull('holder'),
    holderUntilMs: from.number('holderUntilMs', 0),
    lastHolder: from.textOrNull('lastHolder'),
    breakerUntilMs: from.number('breakerUntilMs', 0),
    failures: from.number('failures', 0),
    requests: from.number('requests', 0),
    requestsDay: from.text('requestsDay', ''),
  })) ?? openGate;

interface GateOptions {
  /** How many pages may be asked for in a day. */
  perDay: number;
  dayAt: (time: Date) => string;
}

interface Taking {
  holder: string;
  nowMs: number;
  day: string;
  count: typeof onSameDay | typeof onNewDay;
  values: StoredItem;
}

/** A number for each month, as in '2026-11': none has to be set back when another begins. */
const countOf = (month: string) => `requests#${month}`;

/** One row for a site: whoever wants to ask it must win a conditional update of it. */
export function dynamoSiteGate({ client, TableName }: Table, host: string, { perDay, dayAt }: GateOptions): SiteGate {
  const Key = { pk: 'SITE', sk: host };

  async function read(): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  /** Takes the gate and counts the request, if it is open and the budget of the day allows it. */
  async function taken({ holder, nowMs, day, count, values }: Taking) {
    const { Attributes } = await client
      .send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET holder = :holder, holderUntilMs = :latestHold, turnId = :turn, ${count.update} ADD #month :one`,
          ConditionExpression: `${isOpen} AND ${count.condition}`,
          ExpressionAttributeNames: { '#month': countOf(day.slice(0, 7)) },
          ExpressionAttributeValues: {
            ':day': day,
            ':holder': holder,
            ':soon': nowMs + 1,
            ':latestHold': nowMs + turnMs,
            ':latestRequest': nowMs + longestWaitMs,
            ':latestBreak': nowMs + longestBreakMs,
            ':one': 1,
            ...values,
          },
          ReturnValues: 'ALL_NEW',
        }),
      )
      .catch(emptyIfConditionFailed);
    return Attributes && gateOf(Attributes);
  }

  return {
    findGate: async () => gateOf(await read()),

    async countRequests(month) {
      return Number((await read())?.[countOf(month)] ?? 0);
    },

    async take(holder, nowMs) {
      const turnId = newId();
      const day = dayAt(new Date(nowMs));
      const turn = { holder, nowMs, day };
      const values = { ':turn': turnId };
      let found = openGate;
      for (const way of [
        { count: onSameDay, values: { ...values, ':perDay': perDay } },
        { count: onNewDay, values },
      ]) {
        const gate = await taken({ ...turn, ...way });
        if (gate) return { kind: 'mine', gate };
        const row = await read();
        found = gateOf(row);
        // The answer to a first attempt was lost: what refused the second one is this very turn.
        if (row?.['turnId'] === turnId) return { kind: 'mine', gate: found };
        if (found.requestsDay >= day) break;
      }
      return turnRefused(found, holder, { perDay, day }, nowMs);
    },

    async leave(holder, { nextRequestAtMs, breakerUntilMs, failures }) {
      const write = client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression:
            'SET nextRequestAtMs = :next, breakerUntilMs = :breaker, failures = :failures, lastHolder = :holder REMOVE holder, holderUntilMs, turnId',
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeValues: {
            ':holder': holder,
            ':next': nextRequestAtMs,
            ':breaker': breakerUntilMs,
            ':failures': failures,
          },
        }),
      );
      await conditionHeld(write);
    },
  };
}

// What lies further ahead than anything that is ever set comes from a clock that was ahead, and holds nobody back.
const isOpen = `(attribute_not_exists(nextRequestAtMs) OR NOT nextRequestAtMs BETWEEN :soon AND :latestRequest)
  AND (attribute_not_exists(holder) OR NOT holderUntilMs BETWEEN :soon AND :latestHold)
  AND (attribute_not_exists(breakerUntilMs) OR NOT breakerUntilMs BETWEEN :soon AND :latestBreak)
  AND (attribute_not_exists(lastHolder) OR lastHolder <> :holder)`;

/** When the clock goes back over midnight, yesterday's requests count on with those of the day that has begun. */
const onSameDay = { update: 'requests = requests + :one', condition: 'requestsDay >= :day AND requests < :perDay' };
const onNewDay = {
  update: 'requestsDay = :day, requests = :one',
  condition: '(attribute_not_exists(requestsDay) OR requestsDay < :day)',
};
