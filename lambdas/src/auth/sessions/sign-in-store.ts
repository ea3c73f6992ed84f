import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Provider } from 'shared-types/contract/auth';
import { operatingSystems } from 'shared-types/rules/audit';
import { userPartition } from 'shared-types/rules/auth/stored-items';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, ttlOf } from '../../platform/dynamodb/table.ts';
import { backOff, transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { sessionKey } from '../../platform/http/session.ts';
import { isToken, sha256 } from '../../platform/token.ts';
import type { Profile } from '../account/account.ts';
import { accountWrites } from '../account/account-store.ts';
import { challengeKey } from '../challenges/challenge-store.ts';
import type { Device } from '../devices/device.ts';
import { deviceWrite } from '../devices/device-store.ts';
import { queryIndex } from '../items.ts';
import { notedUses } from './idle-limit.ts';
import type { Session, SignIn } from './session.ts';
import { addPlace } from './session-places.ts';

export interface NewSignIn {
  profile: Profile;
  signIn: SignIn;
  session: Session;
  tokens: { session: string; refresh: string };
  /** The browser is remembered for its users. */
  device: Device;
  /** The token of the challenge that ends with a password sign-in. */
  challenge?: string | undefined;
  /** Stores the news about the sign-in. */
  news?: readonly Write[] | undefined;
}

/** A stored sign-in and the sessions that it has renewed. */
export interface StoredSignIn extends SignIn {
  key: string;
  sessions: { key: string; expiresAtMs: number }[];
  /** How often a session was added. */
  renewals: number;
}

/** A session as its browser's cookie finds it. */
export interface SessionRef {
  key: string;
  signInId: string;
  userId: string;
}

interface Tables {
  client: DynamoDBDocumentClient;
  TableName: string;
  /** Every domain reads this table. */
  SessionsTableName: string;
}

const signInKey = (token: string) => ({ pk: `SIGN_IN#${sha256(token)}`, sk: 'SIGN_IN' });
const userIndexKey = ({ userId, createdAtMs }: SignIn) => ({
  gsi1pk: userPartition(userId),
  gsi1sk: `SIGN_IN#${createdAtMs}`,
});

const readSignIn = (item: StoredItem | undefined): StoredSignIn | undefined =>
  readItem(item, (from) => ({
    key: from.text('pk'),
    signInId: from.text('signInId'),
    userId: from.text('userId'),
    provider: from.oneOf('provider', Provider.options),
    refreshToken: from.text('refreshToken'),
    providerUsername: from.text('providerUsername'),
    createdAtMs: from.number('createdAtMs'),
    expiresAtMs: from.number('expiresAtMs'),
    lastUsedAtMs: from.number('lastUsedAtMs'),
    places: from.texts('places'),
    system: from.oneOf('system', operatingSystems),
    sessions: from
      .entries('sessions')
      .map((session) => ({ key: session.text('key'), expiresAtMs: session.number('expiresAtMs') })),
    renewals: from.number('renewals'),
  }));

/** A sign-in lists the keys of its sessions, so that ending it ends them even while an index is behind. */
export function signInStore({ client, TableName, SessionsTableName }: Tables) {
  const sessionPut = (session: Session, token: string) => ({
    Put: {
      TableName: SessionsTableName,
      Item: {
        ...sessionKey(token),
        ...session,
        ttl: ttlOf(session.expiresAtMs),
      },
    },
  });

  async function removeSession(pk: string) {
    await client.send(new DeleteCommand({ TableName: SessionsTableName, Key: { pk, sk: 'SESSION' } }));
  }

  return {
    /**
     * Stores a sign-in with everything that belongs to it, or nothing. It returns false when the challenge is over, or
     * when another Google account has already signed in with the same address.
     */
    async create(
      { profile, signIn, session, tokens, device, challenge, news = [] }: NewSignIn,
      now: Date,
    ): Promise<boolean> {
      const first = { key: sessionKey(tokens.session).pk, expiresAtMs: session.expiresAtMs };
      const failed = await transact(client, [
        sessionPut(session, tokens.session),
        {
          Put: {
            TableName,
            Item: {
              ...signInKey(tokens.refresh),
              ...signIn,
              sessions: [first],
              renewals: 0,
              ...userIndexKey(signIn),
              ttl: ttlOf(signIn.expiresAtMs),
            },
          },
        },
        ...accountWrites(TableName, profile, now),
        deviceWrite(TableName, device, now),
        ...news,
        ...(challenge === undefined
          ? []
          : [
              {
                Delete: { TableName, Key: challengeKey(challenge), ...onlyIf(condition`attribute_exists(pk)`) },
              },
            ]),
      ]);
      return failed.length === 0;
    },

    /** Returns the key of a sign-in by the token of its refresh cookie. */
    keyOf: (token: string) => signInKey(token).pk,

    /** Finds a sign-in by the token of its refresh cookie. */
    async find(token: string, now: Date): Promise<StoredSignIn | undefined> {
      if (!isToken(token)) return undefined;
      const { Item } = await client.send(new GetCommand({ TableName, Key: signInKey(token), ConsistentRead: true }));
      const signIn = readSignIn(Item);
      return signIn && signIn.expiresAtMs > now.getTime() ? signIn : undefined;
    },

    /**
     * Adds a session and its place to a sign-in. It returns the places before; undefined when the sign-in has ended in the
     * meantime. Throws `unavailable` when other tabs have been faster again and again.
     */
    async renew(
      signIn: StoredSignIn,
      session: Session,
      { token, place }: { token: string; place: string },
      now: Date,
    ): Promise<readonly string[] | undefined> {
      const Key = { pk: signIn.key, sk: 'SIGN_IN' };
      for (let attempt = 1, current: StoredSignIn | undefined = signIn; current; attempt++) {
        const alive = current.sessions.filter(({ expiresAtMs }) => expiresAtMs > now.getTime());
        const added = { key: sessionKey(token).pk, expiresAtMs: session.expiresAtMs };
        const failed = await transact(client, [
          sessionPut(session, token),
          updateWrite({
            TableName,
            Key,
            set: { sessions: [...alive, added], places: addPlace(current.places, place) },
            add: { renewals: 1 },
            when: condition`renewals = ${current.renewals}`,
          }),
        ]);
        if (failed.length === 0) return current.places;
        // The sign-in has ended, or another tab has renewed it.
        const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        current = readSignIn(Item);
        if (current) await backOff(attempt);
      }
      return undefined;
    },

    /** Removes a sign-in and all its sessions. Only one of several parallel calls gets the sign-in. */
    async end(pk: string): Promise<StoredSignIn | undefined> {
      const { Attributes } = await client.send(
        new DeleteCommand({ TableName, Key: { pk, sk: 'SIGN_IN' }, ReturnValues: 'ALL_OLD' }),
      );
      const ended = readSignIn(Attributes);
      await Promise.all((ended?.sessions ?? []).map(({ key }) => removeSession(key)));
      return ended;
    },

    async list(userId: string, now: Date): Promise<StoredSignIn[]> {
      const items = await queryIndex({ client, TableName }, userPartition(userId), 'SIGN_IN#');
      return items.flatMap((item) => readSignIn(item) ?? []).filter(({ expiresAtMs }) => expiresAtMs > now.getTime());
    },

    async findSession(token: string): Promise<SessionRef | undefined> {
      if (!isToken(token)) return undefined;
      const { Item } = await client.send(
        new GetCommand({ TableName: SessionsTableName, Key: sessionKey(token), ConsistentRead: true }),
      );
      return readItem(Item, (from) => ({
        key: from.text('pk'),
        signInId: from.text('signInId'),
        userId: from.text('userId'),
      }));
    },

    /** Stores a use of a browser in its session and its sign-in, unless one of the last hour is stored, or either has ended. */
    async markUsed(tokens: NewSignIn['tokens'], userId: string, now: Date) {
      if (!isToken(tokens.session) || !isToken(tokens.refresh)) return;
      const set = { lastUsedAtMs: now.getTime() };
      const { fromMs, untilMs } = notedUses(now);
      await transact(client, [
        updateWrite({
          TableName: SessionsTableName,
          Key: sessionKey(tokens.session),
          set,
          when: condition`userId = ${userId} AND (lastUsedAtMs < ${fromMs} OR lastUsedAtMs > ${untilMs})`,
        }),
        updateWrite({ TableName, Key: signInKey(tokens.refresh), set, when: condition`userId = ${userId}` }),
      ]);
    },

    /** Notes that the user of a session has just confirmed. It returns false when the session has ended in the meantime. */
    markAuthenticated(pk: string, userId: string, now: Date): Promise<boolean> {
      const authenticatedAtMs = now.getTime();
      const update = updateItem({
        TableName: SessionsTableName,
        Key: { pk, sk: 'SESSION' },
        set: { authenticatedAtMs },
        when: condition`userId = ${userId} AND expiresAtMs > ${authenticatedAtMs}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },

    removeSession,
  };
}

export type SignInStore = ReturnType<typeof signInStore>;
