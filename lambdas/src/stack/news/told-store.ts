import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { stackPk } from '../items.ts';
import type { ToldNews } from './told-news.ts';

export const readTold = (item: StoredItem | undefined): ToldNews | undefined =>
  readItem(item, (from) => ({ stackId: from.text('stackId'), newsIds: from.texts('newsIds') }));

export type ToldStore = ReturnType<typeof toldStore>;

export const toldStore = ({ client, TableName }: Table) => ({
  /** The last write wins. News that another writer has left out is told again under its id, which changes nothing. */
  async putTold(stackName: string, told: ToldNews): Promise<void> {
    const update = updateItem({ TableName, Key: { pk: stackPk(stackName), sk: 'TOLD' }, set: { ...told } });
    await client.send(new UpdateCommand(update));
  },
});
