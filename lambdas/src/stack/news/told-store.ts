import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { ToldNews } from '../state-store.ts';
import { stackPk } from '../items.ts';

export const toldStore = ({ client, TableName }: Table) => ({
  /** The last write wins. News that another writer has left out is told again under its id, which changes nothing. */
  async putTold(stackName: string, told: ToldNews): Promise<void> {
    const update = updateItem({ TableName, Key: { pk: stackPk(stackName), sk: 'TOLD' }, set: { ...told } });
    await client.send(new UpdateCommand(update));
  },
});
