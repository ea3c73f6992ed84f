import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import type { RateLimit } from './rate-limits.ts';
import type { Counters } from '../ports.ts';
import { ttlOf } from '../items.ts';

const keyOf = ({ kind: what, subject: who }: RateLimit) => ({ pk: `LIMIT#${what}#${who}`, sk: 'WINDOW' });

/** A window that ends later was begun by a clock that is wrong, or was put back since: it must lock nobody out. */
const latestEnd = ({ windowMs }: RateLimit, nowMs: number) => nowMs + windowMs + 60_000;

const Counter = z.object({ endsAtMs: z.object({ N: z.string() }), taken: z.object({ N: z.string() }) });

/** One row for each limit and whom it is about. It outlives every function, and two at once cannot both be the last. */
export function counterStore({ client, TableName }: Table): Counters {
  /** Counts within a window that has begun. */
  const count = (limit: RateLimit, nowMs: number) => {
    const endsAtMs = nowMs + limit.windowMs;
    const slide = limit.isSliding ? 'SET endsAtMs = :ends, #ttl = :ttl ' : '';
    return new UpdateCommand({
      TableName,
      Key: keyOf(limit),
      UpdateExpression: `${slide}ADD taken :one`,
      ConditionExpression: 'endsAtMs BETWEEN :now AND :latest AND taken BETWEEN :one AND :last',
      ...(limit.isSliding ? { ExpressionAttributeNames: { '#ttl': 'ttl' } } : {}),
      ExpressionAttributeValues: {
        ':one': 1,
        ':now': nowMs + 1,
        ':latest': latestEnd(limit, nowMs),
        ':last': limit.max - 1,
        ...(limit.isSliding ? { ':ends': endsAtMs, ':ttl': ttlOf(endsAtMs) } : {}),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  };

  /** Begins a window where there is none, or one that has ended or in which nothing counts any more. */
  const begin = (limit: RateLimit, nowMs: number) =>
    new UpdateCommand({
      TableName,
      Key: keyOf(limit),
      UpdateExpression: 'SET taken = :one, endsAtMs = :ends, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(pk) OR endsAtMs <= :now OR endsAtMs > :latest OR taken < :one',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':now': nowMs,
        ':ends': nowMs + limit.windowMs,
        ':latest': latestEnd(limit, nowMs),
        ':ttl': ttlOf(nowMs + limit.windowMs),
      },
    });

  /** Undefined when it was counted, else the end of the window that is full; of none, 0. */
  async function counted(limit: RateLimit, nowMs: number): Promise<number | undefined> {
    try {
      await client.send(count(limit, nowMs));
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const { endsAtMs, taken } = counterOf(error.Item);
      return endsAtMs > nowMs && endsAtMs <= latestEnd(limit, nowMs) && taken > 0 ? endsAtMs : 0;
    }
  }

  async function take(limit: RateLimit, nowMs: number): Promise<number | undefined> {
    const full = await counted(limit, nowMs);
    if (full !== 0) return full;
    if (await conditionHeld(client.send(begin(limit, nowMs)))) return undefined;
    // Somebody else has just begun it.
    return counted(limit, nowMs);
  }

  return {
    async take(limits, now) {
      for (const limit of limits) {
        const untilMs = await take(limit, now.getTime());
        if (untilMs !== undefined) return untilMs;
      }
      return undefined;
    },

    async reset(limits) {
      await Promise.all(limits.map((limit) => client.send(new DeleteCommand({ TableName, Key: keyOf(limit) }))));
    },

    async refund(limits) {
      await Promise.all(
        limits.map((limit) =>
          conditionHeld(
            client.send(
              new UpdateCommand({
                TableName,
                Key: keyOf(limit),
                UpdateExpression: 'ADD taken :one',
                ConditionExpression: 'taken > :none',
                ExpressionAttributeValues: { ':one': -1, ':none': 0 },
              }),
            ),
          ),
        ),
      );
    },
  };
}

/** The item of a failed condition comes as the service writes it, even to a document client. */
function counterOf(item: unknown) {
  const { data } = Counter.safeParse(item);
  return { endsAtMs: Number(data?.endsAtMs.N ?? 0), taken: Number(data?.taken.N ?? 0) };
}
