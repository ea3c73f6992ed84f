import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { monthKey } from '../keys.ts';
import type { TokenUsage } from '../messages/message.ts';
import { monthOf } from './quota.ts';

/** The use of all users in one month. */
interface MonthlyUse {
  answers: number;
  /** The tokens that each model has used, by the code of the model. */
  models: ReadonlyMap<string, TokenUsage>;
}

const inputPrefix = 'input#';
const outputPrefix = 'output#';

/** A month is one item, with two numbers for each model. */
export const monthlyUseStore = ({ client, TableName }: Table) => ({
  async addMonthlyUse(modelCode: string, { inputTokens, outputTokens }: TokenUsage, now: Date) {
    const add = {
      answers: 1,
      [`${inputPrefix}${modelCode}`]: inputTokens,
      [`${outputPrefix}${modelCode}`]: outputTokens,
    };
    await client.send(new UpdateCommand(updateItem({ TableName, Key: monthKey(monthOf(now)), add })));
  },

  async getMonthlyUse(month: string): Promise<MonthlyUse> {
    const { Item: item = {} } = await client.send(new GetCommand({ TableName, Key: monthKey(month) }));
    const tokens = (name: string) => Number(item[name] ?? 0);
    const codes = Object.keys(item).flatMap((name) =>
      name.startsWith(inputPrefix) ? [name.slice(inputPrefix.length)] : [],
    );
    const usageOf = (code: string): TokenUsage => ({
      inputTokens: tokens(`${inputPrefix}${code}`),
      outputTokens: tokens(`${outputPrefix}${code}`),
    });
    return { answers: tokens('answers'), models: new Map(codes.map((code) => [code, usageOf(code)])) };
  },
});
