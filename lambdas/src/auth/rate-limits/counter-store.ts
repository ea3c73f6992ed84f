import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { condition } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { RateLimit } from './rate-limits.ts';

const keyOf = ({ kind, subject }: RateLimit) => ({ pk: `LIMIT#${kind}#${subject}`, sk: 'WINDOW' });

/** A window that ends later comes from a clock that was wrong at the time. It must not lock a user out. */
const latestEnd = ({ windowMs }: RateLimit, nowMs: number) => nowMs + windowMs + 60_000;

const Counter = z.object({ endsAtMs: z.object({ N: z.string() }), taken: z.object({ N: z.string() }) });

/** Keeps one item per limit and subject. Conditional writes make sure that two parallel attempts cannot both be the last. */
export function counterStore({ client, TableName }: Table) {
  /** Counts an attempt in a running window. */
  const count = (limit: RateLimit, nowMs: number) => {
    const endsAtMs = nowMs + limit.windowMs;
    return new UpdateCommand({
      ...updateItem({
        TableName,
        Key: keyOf(limit),
        set: limit.isSliding ? { endsAtMs, ttl: ttlOf(endsAtMs) } : {},
        add: { taken: 1 },
        when: condition`endsAtMs BETWEEN ${nowMs + 1} AND ${latestEnd(limit, nowMs)} AND taken BETWEEN ${1} AND ${limit.max - 1}`,
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  };

  /** Starts a window unless another one with attempts in it is running. */
  const begin = (limit: RateLimit, nowMs: number) => {
    const endsAtMs = nowMs + limit.windowMs;
    return new UpdateCommand(
      updateItem({
        TableName,
        Key: keyOf(limit),
        set: { taken: 1, endsAtMs, ttl: ttlOf(endsAtMs) },
        when: condition`attribute_not_exists(pk) OR endsAtMs <= ${nowMs} OR endsAtMs > ${latestEnd(limit, nowMs)} OR taken < ${1}`,
      }),
    );
  };

  /** Returns undefined for a counted attempt, the end of a full window, or 0 when no window is running. */
  async function takeInWindow(limit: RateLimit, nowMs: number): Promise<number | undefined> {
    try {
      await client.send(count(limit, nowMs));
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const { endsAtMs, taken } = counterOf(error.Item);
      return endsAtMs > nowMs && endsAtMs <= latestEnd(limit, nowMs) && taken > 0 ? endsAtMs : 0;
    }
  }

  async function takeOne(limit: RateLimit, nowMs: number): Promise<number | undefined> {
    const full = await takeInWindow(limit, nowMs);
    if (full !== 0) return full;
    if (await conditionHeld(client.send(begin(limit, nowMs)))) return undefined;
    // A parallel attempt has just started the window.
    return takeInWindow(limit, nowMs);
  }

  async function refund(limits: readonly RateLimit[]) {
    await Promise.all(
      limits.map((limit) => {
        const update = updateItem({
          TableName,
          Key: keyOf(limit),
          add: { taken: -1 },
          when: condition`taken > ${0}`,
        });
        return conditionHeld(client.send(new UpdateCommand(update)));
      }),
    );
  }

  return {
    /**
     * Counts one attempt against each limit in turn. At the first full limit it gives back what it has counted, because the
     * attempt is not made: a person whose account is locked must not lock their network. Returns when that limit ends.
     */
    async take(limits: readonly RateLimit[], now: Date): Promise<number | undefined> {
      for (const [index, limit] of limits.entries()) {
        const untilMs = await takeOne(limit, now.getTime());
        if (untilMs === undefined) continue;
        await refund(limits.slice(0, index));
        return untilMs;
      }
      return undefined;
    },

    async reset(limits: RateLimit[]) {
      await Promise.all(limits.map((limit) => client.send(new DeleteCommand({ TableName, Key: keyOf(limit) }))));
    },

    refund,
  };
}

export type CounterStore = ReturnType<typeof counterStore>;

/** A failed condition returns the item in DynamoDB's own format, even to a document client. */
function counterOf(item: unknown) {
  const { data } = Counter.safeParse(item);
  return { endsAtMs: Number(data?.endsAtMs.N ?? 0), taken: Number(data?.taken.N ?? 0) };
}
