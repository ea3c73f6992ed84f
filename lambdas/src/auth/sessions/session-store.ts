import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Provider } from 'shared-types/contract/auth';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../../platform/dynamodb/item.ts';
import { sessionKey } from '../../platform/http/session.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { sha256, isToken } from '../../platform/token.ts';
import { lifetimeSeconds } from '../cookies.ts';
import type { Device, DeviceStore, NewSignIn, SignInStore, StoredSignIn } from '../ports.ts';
import type { Session } from './session.ts';
import { accountWrites } from './account-store.ts';
import { challengeKey } from '../sign-in/challenge-store.ts';
import { queryIndex, ttlOf } from '../items.ts';

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

const readSignIn = schemaReader(SignInRow);
const readSession = schemaReader(SessionRow);
const readDevice = schemaReader(DeviceRow);

const signInKey = (token: string) => ({ pk: `REFRESH#${sha256(token)}`, sk: 'REFRESH' });
const deviceKey = (token: string) => ({ pk: `DEVICE#${sha256(token)}`, sk: 'DEVICE' });
const ofUser = (userId: string, kind: string, createdAtMs: number) => ({
  gsi1pk: `USER#${userId}`,
  gsi1sk: `${kind}#${createdAtMs}`,
});

const signInOf = (row: StoredItem | undefined): StoredSignIn | undefined => {
  const read = readSignIn(row);
  if (!read) return undefined;
  const { pk: key, ...signIn } = read;
  return { key, ...signIn };
};

/** The step that is over, and a browser that is known from now on. */
function passwordWrites(
  TableName: string,
  { challenge, device, usernames }: NonNullable<NewSignIn['password']>,
  now: Date,
): Write[] {
  const expiresAtMs = now.getTime() + lifetimeSeconds.device * 1000;
  return [
    { Put: { TableName, Item: { ...deviceKey(device), usernames, expiresAtMs, ttl: ttlOf(expiresAtMs) } } },
    { Delete: { TableName, Key: challengeKey(challenge), ConditionExpression: 'attribute_exists(pk)' } },
  ];
}

/** Who is signed in where. A sign-in names its sessions, so that ending it ends them whatever an index knows by then. */
export function signInStore({ client, TableName, SessionsTableName }: Tables): SignInStore & { devices: DeviceStore } {
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

  async function endSession(pk: string) {
    await client.send(new DeleteCommand({ TableName: SessionsTableName, Key: { pk, sk: 'SESSION' } }));
  }

  return {
    async create({ profile: person, signIn, session, tokens, password }, now) {
      const first = { key: sessionKey(tokens.session).pk, expiresAtMs: session.expiresAtMs };
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
        ...accountWrites(TableName, person, now),
        ...(password ? passwordWrites(TableName, password, now) : []),
      ]);
      return refused.length === 0;
    },

    keyOf: (token) => signInKey(token).pk,

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
      const session = readSession(Item);
      return session && { key: session.pk, signInId: session.signInId };
    },

    async listOrphanSessions(userId, now) {
      const rows = await queryIndex(sessions, `USER#${userId}`, 'SESSION#');
      return rows
        .flatMap((row) => readSession(row) ?? [])
        .filter(({ signInId, expiresAtMs }) => signInId === undefined && expiresAtMs > now.getTime())
        .map(({ pk: key, createdAtMs, provider }) => ({ key, createdAtMs, provider }));
    },

    removeSession: endSession,

    devices: {
      async find(token, now): Promise<Device | undefined> {
        if (!isToken(token)) return undefined;
        const { Item } = await client.send(new GetCommand({ TableName, Key: deviceKey(token), ConsistentRead: true }));
        const device = readDevice(Item);
        return device && device.expiresAtMs > now.getTime()
          ? { id: sha256(token), usernames: device.usernames }
          : undefined;
      },
    },
  };
}
