import { minuteMs } from 'shared-types/rules/time';
import { countTry } from '../../platform/dynamodb/count-try.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { maxCommandsPerMinute } from './command-limit.ts';

/** Counts the commands of each person, server and minute. */
export const commandLimitStore = (table: Table) => ({
  /** Returns false when the limit is reached. */
  countCommand(stackName: string, userId: string, nowMs: number): Promise<boolean> {
    const minute = Math.floor(nowMs / minuteMs);
    const key = { pk: `COMMANDS#${stackName}`, sk: `${userId}#${minute}` };
    return countTry(table, key, maxCommandsPerMinute, (minute + 2) * minuteMs);
  },
});
