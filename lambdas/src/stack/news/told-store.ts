import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { schemaReader } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { stackPk } from '../items.ts';

const ToldNews = z.object({ stackId: z.string(), newsIds: z.array(z.string()) });
/** The news about its last stack that a server has told. */
export type ToldNews = z.infer<typeof ToldNews>;

export const readTold = schemaReader(ToldNews);

export type ToldStore = ReturnType<typeof toldStore>;

export const toldStore = ({ client, TableName }: Table) => ({
  /** The last write wins. News that another writer has left out is told again under its id, which changes nothing. */
  async putTold(stackName: string, told: ToldNews): Promise<void> {
    const update = updateItem({ TableName, Key: { pk: stackPk(stackName), sk: 'TOLD' }, set: { ...told } });
    await client.send(new UpdateCommand(update));
  },
});
