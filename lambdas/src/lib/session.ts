import { createHash } from 'node:crypto';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UserContext } from 'shared-types/auth';
import * as z from 'zod';

/** Who asks. */
export type User = UserContext;

export interface Sessions {
  /** The person behind a session token, unless it is unknown, revoked or past its hour. */
  find(token: string, now: Date): Promise<User | undefined>;
}

export const sessionCookie = '__Host-sid';

const SessionItem = UserContext.extend({ expiresAtMs: z.number() });

/** 256 random bits in base64url. Anything else was never given out, and costs no read. */
const token = /^[\w-]{43}$/;

/** Only the hash of a token is stored: whoever reads the table can sign in as nobody. */
export const sessionKey = (value: string) => ({
  pk: `SESSION#${createHash('sha256').update(value).digest('hex')}`,
  sk: 'SESSION',
});

export const dynamoSessions = (client: DynamoDBDocumentClient, TableName: string): Sessions => ({
  async find(value, now) {
    if (!token.test(value)) return undefined;
    const { Item } = await client.send(new GetCommand({ TableName, Key: sessionKey(value), ConsistentRead: true }));
    const { data: session } = SessionItem.safeParse(Item);
    // Checked against the clock: the table deletes expired rows hours later.
    if (!session || session.expiresAtMs <= now.getTime()) return undefined;
    return { userId: session.userId, name: session.name, avatarUrl: session.avatarUrl };
  },
});
