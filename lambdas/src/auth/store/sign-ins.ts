import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Provider } from 'shared-types/auth';
import * as z from 'zod';
import type { Row } from '../../lib/row.ts';
import { sessionKey } from '../../lib/session.ts';
import { transact } from '../../lib/table.ts';
import { hashed, isToken } from '../../lib/token.ts';
import { lastsSeconds } from '../cookies.ts';
import type { Device, DeviceStore, SignInStore, StoredSignIn } from '../ports.ts';
import type { Person, Session } from '../sign-in.ts';
import { challengeKey } from './challenges.ts';
import { queryIndex, ttlOf } from './table.ts';

interface Tables {
  client: DynamoDBDocumentClient;
  TableName: string;
  /** The one that every domain reads. */
  SessionsTableName: string;
}

const SignInRow = z.object({
  pk: z.string(),
  signInId: z.string(),
  userId: z.string(),
  provider: Provider,
  refreshToken: z.string(),
  providerUsername: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  sessions: z.array(z.object({ key: z.string(), expiresAtMs: z.number() })).default([]),
});

const SessionRow = z.object({
  pk: z.string(),
  signInId: z.string().optional(),
  provider: Provider.default('cognito'),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});

const DeviceRow = z.object({ usernames: z.array(z.string()), expiresAtMs: z.number() });

const signInKey = (token: string) => ({ pk: `REFRESH#${hashed(token)}`, sk: 'REFRESH' });
const deviceKey = (token: string) => ({ pk: `DEVICE#${hashed(token)}`, sk: 'DEVICE' });
const ofUser = (userId: string, kind: string, createdAtMs: number) => ({
  gsi1pk: `USER#${userId}`,
  gsi1sk: `${kind}#${createdAtMs}`,
});

const signInOf = (row: Row | undefined): StoredSignIn | undefined => {
  const { data } = SignInRow.safeParse(row);
  if (!data) return undefined;
  const { pk: key, ...signIn } = data;
  return { key, ...signIn };
};

/** Who is signed in where. A sign-in names its sessions, so that ending it ends them whatever an index knows by then. */
export function dynamoSignIns({
  client,
  TableName,
  SessionsTableName,
}: Tables): SignInStore & { devices: DeviceStore } {
  const sessions = { client, TableName: SessionsTableName };
  const own = { client, TableName };

  const sessionPut = (session: Session, token: string) => ({
    Put: {
      TableName: SessionsTableName,
      Item: {
        ...sessionKey(token),
        ...session,
        ...ofUser(session.userId, 'SESSION', session.createdAtMs),
        ttl: ttlOf(session.expiresAtMs),
      },
    },
  });

  const accountUpdate = ({ userId, name, avatarUrl, email }: Person, nowMs: number) => ({
    Update: {
      TableName,
      Key: { pk: `ACCOUNT#${userId}`, sk: 'ACCOUNT' },
      UpdateExpression:
        'SET #name = :name, avatarUrl = :avatar, email = if_not_exists(email, :email), gsi1pk = :username, gsi1sk = :account, firstSignInMs = if_not_exists(firstSignInMs, :now)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: {
        ':name': name,
        ':avatar': avatarUrl,
        ':email': email,
        ':username': `USERNAME#${email}`,
        ':account': `ACCOUNT#${userId}`,
        ':now': nowMs,
      },
    },
  });

  async function endSession(pk: string) {
    await client.send(new DeleteCommand({ TableName: SessionsTableName, Key: { pk, sk: 'SESSION' } }));
  }

  return {
    async open({ person, signIn, session, tokens, usernames }, now) {
      const nowMs = now.getTime();
      const first = { key: sessionKey(tokens.session).pk, expiresAtMs: session.expiresAtMs };
      const deviceExpiresAtMs = nowMs + lastsSeconds.device * 1000;
      const refused = await transact(client, [
        sessionPut(session, tokens.session),
        {
          Put: {
            TableName,
            Item: {
              ...signInKey(tokens.refresh),
              ...signIn,
              sessions: [first],
              ...ofUser(signIn.userId, 'REFRESH', signIn.createdAtMs),
              ttl: ttlOf(signIn.expiresAtMs),
            },
          },
        },
        accountUpdate(person, nowMs),
        {
          Put: {
            TableName,
            Item: {
              ...deviceKey(tokens.device),
              usernames,
              expiresAtMs: deviceExpiresAtMs,
              ttl: ttlOf(deviceExpiresAtMs),
            },
          },
        },
        {
          Delete: { TableName, Key: challengeKey(tokens.challenge), ConditionExpression: 'attribute_exists(pk)' },
        },
      ]);
      return refused.length === 0;
    },

    async find(token, now) {
      if (!isToken(token)) return undefined;
      const { Item } = await client.send(new GetCommand({ TableName, Key: signInKey(token), ConsistentRead: true }));
      const signIn = signInOf(Item);
      return signIn && signIn.expiresAtMs > now.getTime() ? signIn : undefined;
    },

    async renew(signIn, session, token, now) {
      const Key = { pk: signIn.key, sk: 'REFRESH' };
      for (let current: StoredSignIn | undefined = signIn; current;) {
        const alive = current.sessions.filter(({ expiresAtMs }) => expiresAtMs > now.getTime());
        const refused = await transact(client, [
          sessionPut(session, token),
          {
            Update: {
              TableName,
              Key,
              UpdateExpression: 'SET sessions = :sessions',
              ConditionExpression: 'sessions = :before',
              ExpressionAttributeValues: {
                ':before': current.sessions,
                ':sessions': [...alive, { key: sessionKey(token).pk, expiresAtMs: session.expiresAtMs }],
              },
            },
          },
        ]);
        if (refused.length === 0) return true;
        // Ended, or another tab was quicker.
        const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        current = signInOf(Item);
      }
      return false;
    },

    async end(pk) {
      const { Attributes } = await client.send(
        new DeleteCommand({ TableName, Key: { pk, sk: 'REFRESH' }, ReturnValues: 'ALL_OLD' }),
      );
      const ended = signInOf(Attributes);
      await Promise.all((ended?.sessions ?? []).map(({ key }) => endSession(key)));
      return ended;
    },

    async list(userId, now) {
      const rows = await queryIndex(own, `USER#${userId}`, 'REFRESH#');
      return rows.flatMap((row) => signInOf(row) ?? []).filter(({ expiresAtMs }) => expiresAtMs > now.getTime());
    },

    async findSession(token) {
      if (!isToken(token)) return undefined;
      const { Item } = await client.send(
        new GetCommand({ TableName: SessionsTableName, Key: sessionKey(token), ConsistentRead: true }),
      );
      const { data: session } = SessionRow.safeParse(Item);
      return session && { key: session.pk, signInId: session.signInId };
    },

    async listLoose(userId, now) {
      const rows = await queryIndex(sessions, `USER#${userId}`, 'SESSION#');
      return rows
        .flatMap((row) => SessionRow.safeParse(row).data ?? [])
        .filter(({ signInId, expiresAtMs }) => signInId === undefined && expiresAtMs > now.getTime())
        .map(({ pk: key, createdAtMs, provider }) => ({ key, createdAtMs, provider }));
    },

    endSession,

    async listUserIds(username) {
      const rows = await queryIndex(own, `USERNAME#${username}`, 'ACCOUNT#cognito|');
      return rows.map(({ pk }) => String(pk).slice('ACCOUNT#'.length));
    },

    devices: {
      async find(token, now): Promise<Device | undefined> {
        if (!isToken(token)) return undefined;
        const { Item } = await client.send(new GetCommand({ TableName, Key: deviceKey(token), ConsistentRead: true }));
        const { data: device } = DeviceRow.safeParse(Item);
        return device && device.expiresAtMs > now.getTime()
          ? { id: hashed(token), usernames: device.usernames }
          : undefined;
      },
    },
  };
}
