import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dayMs, minuteMs } from 'shared-types/rules/time';
import * as z from 'zod';
import { condition } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { Bucket } from './step-buckets.ts';

/** A failed condition returns the item in DynamoDB's own format, even to a document client. */
const Found = z.object({ fullAtMs: z.object({ N: z.string() }) });

/** Keeps one number for each bucket: the time at which it is full again. Each token that is taken puts it off. */
export function bucketStore({ client, TableName }: Table) {
  return {
    /** Takes a token. Returns false when the bucket is empty, after one write, because a flood pays for each with ours. */
    async take(name: string, { burst, rate }: Bucket, now: Date): Promise<boolean> {
      const Key = { pk: `BUCKET#${name}`, sk: 'BUCKET' };
      const nowMs = now.getTime();
      const tokenMs = Math.ceil(1000 / rate);
      const ttl = ttlOf(nowMs + dayMs);
      const latestMs = nowMs + Math.floor((burst - 1) * tokenMs);
      // A later time comes from a clock that was wrong, and must not keep people out.
      const soundMs = nowMs + Math.ceil(burst * tokenMs) + minuteMs;
      const takeFirst = updateItem({
        TableName,
        Key,
        set: { fullAtMs: nowMs + tokenMs, ttl },
        when: condition`attribute_not_exists(fullAtMs) OR fullAtMs <= ${nowMs} OR fullAtMs > ${soundMs}`,
      });
      try {
        await client.send(new UpdateCommand({ ...takeFirst, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
        return true;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const { data } = Found.safeParse(error.Item);
        if (data && Number(data.fullAtMs.N) > latestMs) return false;
      }
      const takeAnother = updateItem({
        TableName,
        Key,
        set: { ttl },
        add: { fullAtMs: tokenMs },
        when: condition`fullAtMs <= ${latestMs}`,
      });
      return conditionHeld(client.send(new UpdateCommand(takeAnother)));
    },
  };
}

export type BucketStore = ReturnType<typeof bucketStore>;
