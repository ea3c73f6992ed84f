import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { stackPk } from '../items.ts';

/** The news about its last stack that a server has told, and the warnings that its players have got. */
export interface ToldNews {
  stackId: string;
  newsIds: string[];
}

export const readTold = (item: StoredItem | undefined): ToldNews | undefined =>
  readItem(item, (from) => ({ stackId: from.text('stackId'), newsIds: from.texts('newsIds') }));

/** Adds to what a server has told. Its last stack does not count. */
export const withTold = (told: ToldNews | undefined, stackId: string, newsIds: readonly string[]): ToldNews => ({
  stackId,
  newsIds: [...(told?.stackId === stackId ? told.newsIds : []), ...newsIds],
});

export type ToldStore = ReturnType<typeof toldStore>;

export const toldStore = ({ client, TableName }: Table) => ({
  /** The last write wins. News that another writer has left out is told again under its id, which changes nothing. */
  async putTold(stackName: string, told: ToldNews): Promise<void> {
    const update = updateItem({ TableName, Key: { pk: stackPk(stackName), sk: 'TOLD' }, set: { ...told } });
    await client.send(new UpdateCommand(update));
  },
});
