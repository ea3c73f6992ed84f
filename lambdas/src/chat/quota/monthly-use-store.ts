import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../platform/dynamodb/table.ts';
import { monthOf } from './quota.ts';
import type { Usage } from '../messages/message.ts';
import type { UseStore } from '../ports.ts';
import { monthKey } from '../keys.ts';

const inputPrefix = 'input#';
const outputPrefix = 'output#';

/** One row a month, with two numbers for each model that was asked. */
export const monthlyUseStore = ({ client, TableName }: Table): UseStore => ({
  async countUse(modelCode, { inputTokens, outputTokens }, now) {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: monthKey(monthOf(now)),
        UpdateExpression: 'ADD answers :one, #input :input, #output :output',
        ExpressionAttributeNames: { '#input': `${inputPrefix}${modelCode}`, '#output': `${outputPrefix}${modelCode}` },
        ExpressionAttributeValues: { ':one': 1, ':input': inputTokens, ':output': outputTokens },
      }),
    );
  },

  async findUse(month) {
    const { Item: row = {} } = await client.send(new GetCommand({ TableName, Key: monthKey(month) }));
    const tokens = (name: string) => Number(row[name] ?? 0);
    const codes = Object.keys(row).flatMap((name) =>
      name.startsWith(inputPrefix) ? [name.slice(inputPrefix.length)] : [],
    );
    const usageOf = (code: string): Usage => ({
      inputTokens: tokens(`${inputPrefix}${code}`),
      outputTokens: tokens(`${outputPrefix}${code}`),
    });
    return { answers: tokens('answers'), models: new Map(codes.map((code) => [code, usageOf(code)])) };
  },
});
