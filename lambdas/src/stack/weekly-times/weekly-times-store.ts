import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { WeeklyTimes } from 'shared-types/contract/stack/weekly-times';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { putNextVersion } from '../../platform/versions/put-next-version.ts';
import { conditionHeld, queryPages, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { StoredWeeklyTimes } from './weekly-times.ts';

const readTimes = (item: StoredItem | undefined): StoredWeeklyTimes | undefined =>
  readItem(item, (from) => {
    const missed = from.entryOrNull('missed');
    return {
      stackName: from.text('stackName'),
      timeZone: from.text('timeZone'),
      times: from.parsed('times', WeeklyTimes.shape.times),
      version: from.number('version'),
      by: from.text('by'),
      userId: from.text('userId'),
      email: from.text('email'),
      doneMs: from.number('doneMs'),
      missed: missed && { atMs: missed.number('atMs'), reason: missed.text('reason') },
    };
  });

/** The times of all stacks are together, because the site looks at all of them four times an hour. */
const timesPk = 'WEEKLY';
const timesKey = (stackName: string) => ({ pk: timesPk, sk: stackName });

export type WeeklyTimesStore = ReturnType<typeof weeklyTimesStore>;

/** Keeps the weekly times of stacks. */
export function weeklyTimesStore(table: Table) {
  const { client, TableName } = table;
  return {
    async findWeeklyTimes(stackName: string): Promise<StoredWeeklyTimes | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: timesKey(stackName), ConsistentRead: true }));
      return readTimes(Item);
    },

    async listWeeklyTimes(): Promise<StoredWeeklyTimes[]> {
      const items: StoredItem[] = [];
      const all = {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': timesPk },
        ConsistentRead: true,
      };
      for await (const page of queryPages(table, all)) items.push(...page);
      return items.flatMap((item) => readTimes(item) ?? []);
    },

    /** Replaces the times of a version by those of the next. Returns false when another change was faster. */
    putWeeklyTimes(times: StoredWeeklyTimes): Promise<boolean> {
      return putNextVersion(table, timesKey(times.stackName), { ...times });
    },

    /** Notes what became of the start of these times. Times that were changed since are left alone. */
    async noteStart(
      { stackName, version, doneMs }: StoredWeeklyTimes,
      result: Partial<Pick<StoredWeeklyTimes, 'doneMs' | 'missed'>>,
    ): Promise<void> {
      await conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: timesKey(stackName),
              set: result,
              when: condition`version = ${version} AND doneMs = ${doneMs}`,
            }),
          ),
        ),
      );
    },
  };
}
