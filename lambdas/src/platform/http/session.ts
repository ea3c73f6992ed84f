import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UserContext } from 'shared-types/contract/account/user-context';
import { readItem } from '../dynamodb/item.ts';
import { sha256, isToken } from '../token.ts';

/** The user that makes a request. */
export interface User extends UserContext {
  /** The address of the account. */
  email: string;
  /** When the user last proved, with all factors, to be the owner of the session. A renewed session has no such time. */
  authenticatedAtMs?: number | undefined;
  /** The last use of the browser that this session has noted. */
  lastUsedAtMs: number;
}

export interface Sessions {
  /** Finds the user of a session token, unless the token is unknown, revoked or expired. */
  find(token: string, now: Date): Promise<User | undefined>;
}

export const sessionCookie = '__Host-sid';

export const sessionKey = (token: string) => ({ pk: `SESSION#${sha256(token)}`, sk: 'SESSION' });

export const dynamoSessions = (client: DynamoDBDocumentClient, TableName: string): Sessions => ({
  async find(token, now) {
    if (!isToken(token)) return undefined;
    const { Item } = await client.send(new GetCommand({ TableName, Key: sessionKey(token), ConsistentRead: true }));
    return readItem(Item, (from): User | undefined =>
      // DynamoDB deletes expired items only hours later.
      from.number('expiresAtMs') <= now.getTime()
        ? undefined
        : {
            userId: from.text('userId'),
            name: from.text('name'),
            avatarUrl: from.textOrNull('avatarUrl'),
            email: from.text('email'),
            authenticatedAtMs: from.numberOrNull('authenticatedAtMs') ?? undefined,
            lastUsedAtMs: from.number('lastUsedAtMs'),
          },
    );
  },
});
