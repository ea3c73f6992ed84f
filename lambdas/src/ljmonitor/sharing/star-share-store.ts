import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { starShareKey } from '../keys.ts';

/** The wish of a user to share stars. */
export interface StarShare {
  userId: string;
  name: string;
  /** The address of the user's account. */
  email: string;
  /** The address of the other person's account. */
  withEmail: string;
}

export function starShareStore({ client, TableName }: Table) {
  return {
    async findStarShare(email: string): Promise<StarShare | undefined> {
      const get = new GetCommand({ TableName, Key: starShareKey(email), ConsistentRead: true });
      return readItem((await client.send(get)).Item, (from) => ({
        userId: from.text('userId'),
        name: from.text('name'),
        email: from.text('email'),
        withEmail: from.text('withEmail'),
      }));
    },

    /** The last choice of a person wins. */
    async putStarShare(share: StarShare): Promise<void> {
      await client.send(new PutCommand({ TableName, Item: { ...starShareKey(share.email), ...share } }));
    },

    async removeStarShare(email: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName, Key: starShareKey(email) }));
    },
  };
}

export type StarShareStore = ReturnType<typeof starShareStore>;
