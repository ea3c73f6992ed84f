import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UserContext } from 'shared-types/contract/auth';
import * as z from 'zod';
import { schemaReader } from '../dynamodb/item.ts';
import { sha256, isToken } from '../token.ts';

/** Who asks. */
export interface User extends UserContext {
  /** Of the account; a session that began before addresses were kept has none. */
  email?: string;
}

export interface Sessions {
  /** The person behind a session token, unless it is unknown, revoked or past its hour. */
  find(token: string, now: Date): Promise<User | undefined>;
}

export const sessionCookie = '__Host-sid';

const SessionItem = UserContext.extend({ email: z.string().default(''), expiresAtMs: z.number() });

const readSession = schemaReader(SessionItem);

export const sessionKey = (token: string) => ({ pk: `SESSION#${sha256(token)}`, sk: 'SESSION' });

export const dynamoSessions = (client: DynamoDBDocumentClient, TableName: string): Sessions => ({
  async find(token, now) {
    if (!isToken(token)) return undefined;
    const { Item } = await client.send(new GetCommand({ TableName, Key: sessionKey(token), ConsistentRead: true }));
    const session = readSession(Item);
    // Checked against the clock: the table deletes expired rows hours later.
    if (!session || session.expiresAtMs <= now.getTime()) return undefined;
    const { userId, name, avatarUrl, email } = session;
    return { userId, name, avatarUrl, email };
  },
});
