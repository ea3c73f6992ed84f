import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { Provider } from 'shared-types/contract/auth';
import { accountKeys, accountPrefix, usernamePartition } from 'shared-types/rules/auth/stored-items';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateWrite } from '../../platform/dynamodb/update-item.ts';
import { sha256 } from '../../platform/token.ts';
import { queryIndex } from '../items.ts';
import type { Account, Profile } from './account.ts';

const accountKey = (userId: string) => accountKeys(userId)[0];

const readAccount = (item: StoredItem | undefined): Account | undefined =>
  readItem(item, (from) => ({
    userId: from.text('pk').slice(accountPrefix.length),
    name: from.text('name'),
    avatarUrl: from.textOrNull('avatarUrl'),
    email: from.text('email'),
    provider: from.oneOf('provider', Provider.options),
    lastSignInMs: from.number('lastSignInMs'),
    disabledAtMs: from.numberOrNull('disabledAtMs') ?? undefined,
  }));

/**
 * Returns the writes that store the account of a sign-in, unless it is disabled. The first Google account with an
 * allowed address is bound to it.
 */
export function accountWrites(
  TableName: string,
  { userId, name, avatarUrl, email, provider }: Profile,
  now: Date,
): Write[] {
  const nowMs = now.getTime();
  const account = updateWrite({
    TableName,
    Key: accountKey(userId),
    set: {
      name,
      avatarUrl,
      provider,
      gsi1pk: usernamePartition(email),
      gsi1sk: `ACCOUNT#${userId}`,
      lastSignInMs: nowMs,
    },
    setOnce: { email, firstSignInMs: nowMs },
    when: condition`attribute_not_exists(disabledAtMs)`,
  });
  // An item has one place in the index. The account's own is by username, so the list of all accounts needs another item.
  const listed: Write = {
    Put: {
      TableName,
      Item: {
        pk: accountKey(userId).pk,
        sk: 'LISTED',
        gsi1pk: 'ACCOUNTS',
        gsi1sk: `${accountPrefix}${email}#${userId}`,
        name,
        avatarUrl,
        email,
        provider,
        lastSignInMs: nowMs,
      },
    },
  };
  if (provider !== 'google') return [account, listed];
  const binding: Write = {
    Put: {
      TableName,
      Item: { pk: `GOOGLE#${sha256(email)}`, sk: 'BINDING', userId },
      ...onlyIf(condition`attribute_not_exists(pk) OR userId = ${userId}`),
    },
  };
  return [account, listed, binding];
}

export const accountStore = (table: Table) => ({
  /** Disables an account. It returns false when no account has this id. */
  async disable(userId: string, now: Date): Promise<boolean> {
    const { client, TableName } = table;
    const [own, listed] = accountKeys(userId);
    const setOnce = { disabledAtMs: now.getTime() };
    const failed = await transact(client, [
      updateWrite({ TableName, Key: own, setOnce, when: condition`attribute_exists(pk)` }),
      updateWrite({ TableName, Key: listed, setOnce }),
    ]);
    return failed.length === 0;
  },

  /** Enables an account again. It returns false when no account has this id. */
  async enable(userId: string): Promise<boolean> {
    const { client, TableName } = table;
    const [own, listed] = accountKeys(userId);
    const remove = ['disabledAtMs'];
    const failed = await transact(client, [
      updateWrite({ TableName, Key: own, remove, when: condition`attribute_exists(pk)` }),
      updateWrite({ TableName, Key: listed, remove }),
    ]);
    return failed.length === 0;
  },

  async find(userId: string): Promise<Account | undefined> {
    const { client, TableName } = table;
    const { Item } = await client.send(new GetCommand({ TableName, Key: accountKey(userId), ConsistentRead: true }));
    return readAccount(Item);
  },

  /** Lists every account that has signed in, by email address. */
  async list(): Promise<Account[]> {
    const items = await queryIndex(table, 'ACCOUNTS', accountPrefix);
    return items.flatMap((item) => readAccount(item) ?? []);
  },

  /** Lists more than one id when an account was deleted at the provider and signed up again. */
  async listUserIds(username: string): Promise<string[]> {
    const items = await queryIndex(table, `USERNAME#${username}`, 'ACCOUNT#cognito|');
    return items.map(({ pk }) => String(pk).slice(accountPrefix.length));
  },
});

export type AccountStore = ReturnType<typeof accountStore>;
