import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { Provider } from 'shared-types/contract/auth';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import type { AccountStore } from '../ports.ts';
import type { Account, Profile } from './session.ts';
import { sha256 } from '../../platform/token.ts';
import { queryIndex } from '../items.ts';

const AccountRow = z.object({
  pk: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable().default(null),
  email: z.string(),
  provider: Provider.default('cognito'),
  firstSignInMs: z.number().default(0),
  lastSignInMs: z.number().default(0),
});

const accountKey = (userId: string) => ({ pk: `${keyPrefix}${userId}`, sk: 'ACCOUNT' });
const keyPrefix = 'ACCOUNT#';

const readAccount = schemaReader(AccountRow);

function accountOf(row: StoredItem | undefined): Account | undefined {
  const read = readAccount(row);
  if (!read) return undefined;
  const { pk, ...account } = read;
  return { userId: pk.slice(keyPrefix.length), ...account };
}

/** The rows that remember a sign-in's person. An address of the owner's list is bound to the first who comes in by it. */
export function accountWrites(
  TableName: string,
  { userId, name, avatarUrl, email, provider }: Profile,
  now: Date,
): Write[] {
  const account: Write = {
    Update: {
      TableName,
      Key: accountKey(userId),
      UpdateExpression:
        'SET #name = :name, avatarUrl = :avatar, email = if_not_exists(email, :email), provider = :provider, gsi1pk = :username, gsi1sk = :account, firstSignInMs = if_not_exists(firstSignInMs, :now), lastSignInMs = :now',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: {
        ':name': name,
        ':avatar': avatarUrl,
        ':email': email,
        ':provider': provider,
        ':username': `USERNAME#${email}`,
        ':account': `ACCOUNT#${userId}`,
        ':now': now.getTime(),
      },
    },
  };
  /** Who has signed in at all is asked of the index, and the account's own place there is by its name. */
  const listed: Write = {
    Put: {
      TableName,
      Item: {
        pk: accountKey(userId).pk,
        sk: 'LISTED',
        gsi1pk: 'ACCOUNTS',
        gsi1sk: `${keyPrefix}${email}#${userId}`,
        name,
        avatarUrl,
        email,
        provider,
        lastSignInMs: now.getTime(),
      },
    },
  };
  if (provider !== 'google') return [account, listed];
  const binding: Write = {
    Put: {
      TableName,
      Item: { pk: `GOOGLE#${sha256(email)}`, sk: 'BINDING', userId },
      ConditionExpression: 'attribute_not_exists(pk) OR userId = :user',
      ExpressionAttributeValues: { ':user': userId },
    },
  };
  return [account, listed, binding];
}

export const accountStore = (table: Table): AccountStore => ({
  async find(userId) {
    const { client, TableName } = table;
    const { Item } = await client.send(new GetCommand({ TableName, Key: accountKey(userId), ConsistentRead: true }));
    return accountOf(Item);
  },

  async list() {
    const rows = await queryIndex(table, 'ACCOUNTS', keyPrefix);
    return rows.flatMap((row) => accountOf(row) ?? []);
  },

  async listUserIds(username) {
    const rows = await queryIndex(table, `USERNAME#${username}`, 'ACCOUNT#cognito|');
    return rows.map(({ pk }) => String(pk).slice(keyPrefix.length));
  },
});
