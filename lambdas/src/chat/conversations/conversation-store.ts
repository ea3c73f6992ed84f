import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../../platform/app-error.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { emptyIfConditionFailed, queryPages, type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import { retryWithBackoff } from '../../platform/dynamodb/transaction.ts';
import type { SessionStore } from '../ports.ts';
import type { Session } from './conversation.ts';
import { choiceKey, listKey, sessionKey, withoutNulls } from '../keys.ts';

const sessionOf = (row: StoredItem | undefined): Session | undefined =>
  readItem(row, (from) => ({
    userId: from.text('pk').slice('USER#'.length),
    sessionId: from.text('sk').slice('SESSION#'.length),
    title: from.text('title', ''),
    memorySize: from.number('memorySize', 10),
    modelCode: from.text('modelCode'),
    createTimeMs: from.number('createTimeMs'),
    updateTimeMs: from.number('updateTimeMs'),
    deletedAtMs: from.numberOrNull('deletedAtMs'),
  }));

const choiceOf = (row: StoredItem | undefined) =>
  readItem(row, (from) => ({ modelCode: from.textOrNull('modelCode'), memorySize: from.numberOrNull('memorySize') }));

export const sessionRow = (session: Session): StoredItem => {
  const { userId, sessionId, ...attributes } = session;
  return { ...sessionKey(userId, sessionId), ...listKey(session), ...withoutNulls(attributes) };
};

/** An update that sets those of these attributes that are not null; nothing when all are. */
function settingOf(attributes: object) {
  const changes = Object.entries(withoutNulls(attributes));
  if (changes.length === 0) return undefined;
  return {
    expression: `SET ${changes.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(changes.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
  };
}

/** Holds for a session that its person can see. */
export const isThere = 'attribute_exists(pk) AND attribute_not_exists(deletedAtMs)';

const notFound = () => new AppError('notFound', 'There is no such chat.');

export function sessionStore(table: Table): SessionStore {
  const { client, TableName } = table;

  async function findSession(userId: string, sessionId: string) {
    const Key = sessionKey(userId, sessionId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return sessionOf(Item);
  }

  async function getSession(userId: string, sessionId: string) {
    const session = await findSession(userId, sessionId);
    if (!session || session.deletedAtMs !== null) throw notFound();
    return session;
  }

  /** The rows of a person's list after a session, from the last active on. */
  const listRows = (userId: string, after: Session | undefined, Limit?: number) =>
    queryPages(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: after ? 'gsi1pk = :pk AND gsi1sk < :after' : 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': `USER#${userId}`, ...(after ? { ':after': listKey(after).gsi1sk } : {}) },
      ScanIndexForward: false,
      ...(Limit === undefined ? {} : { Limit }),
    });

  return {
    findSession,
    getSession,

    async pageSessions(userId, after, limit) {
      for await (const rows of listRows(userId, after, limit)) {
        const sessions = rows.flatMap((row) => sessionOf(row) ?? []);
        if (sessions.length > 0) return sessions;
      }
      return [];
    },

    async *everySession(userId) {
      for await (const rows of listRows(userId, undefined)) yield* rows.flatMap((row) => sessionOf(row) ?? []);
    },

    async putSession(session) {
      await client.send(
        new PutCommand({ TableName, Item: sessionRow(session), ConditionExpression: 'attribute_not_exists(pk)' }),
      );
    },

    async changeSession(userId, sessionId, { title, memorySize, modelCode }) {
      const changes = settingOf({ title, memorySize, modelCode });
      if (!changes) return getSession(userId, sessionId);
      const change = new UpdateCommand({
        TableName,
        Key: sessionKey(userId, sessionId),
        UpdateExpression: changes.expression,
        ConditionExpression: isThere,
        ExpressionAttributeNames: changes.names,
        ExpressionAttributeValues: changes.values,
        ReturnValues: 'ALL_NEW',
      });
      const { Attributes } = await retryWithBackoff(() => client.send(change).catch(emptyIfConditionFailed));
      const session = sessionOf(Attributes);
      if (!session) throw notFound();
      return session;
    },

    async findChoice(userId) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: choiceKey(userId), ConsistentRead: true }));
      const { modelCode = null, memorySize = null } = choiceOf(Item) ?? {};
      return { ...(modelCode !== null && { modelCode }), ...(memorySize !== null && { memorySize }) };
    },

    async putChoice(userId, { modelCode, memorySize }) {
      const choice = settingOf({ modelCode, memorySize });
      if (!choice) return;
      await client.send(
        new UpdateCommand({
          TableName,
          Key: choiceKey(userId),
          UpdateExpression: choice.expression,
          ExpressionAttributeNames: choice.names,
          ExpressionAttributeValues: choice.values,
        }),
      );
    },

    hideSession: ({ userId, sessionId }, deletedAtMs) =>
      retryWithBackoff(() =>
        conditionHeld(
          client.send(
            new UpdateCommand({
              TableName,
              Key: sessionKey(userId, sessionId),
              UpdateExpression: 'SET deletedAtMs = :now REMOVE gsi1pk, gsi1sk',
              ConditionExpression: isThere,
              ExpressionAttributeValues: { ':now': deletedAtMs },
            }),
          ),
        ),
      ),

    async restoreSession(userId, sessionId) {
      const session = await findSession(userId, sessionId);
      if (!session) throw notFound();
      if (session.deletedAtMs === null) return session;
      const { gsi1pk, gsi1sk } = listKey(session);
      const restored = await conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: sessionKey(userId, sessionId),
            UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk REMOVE deletedAtMs',
            ConditionExpression: 'deletedAtMs = :deleted AND attribute_not_exists(purging)',
            ExpressionAttributeValues: { ':pk': gsi1pk, ':sk': gsi1sk, ':deleted': session.deletedAtMs },
          }),
        ),
      );
      if (!restored) throw notFound();
      return { ...session, deletedAtMs: null };
    },
  };
}
