import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, firstLeaseMs, type StackCreation, leaseMs } from './action.ts';
import type { ActionStore } from '../ports.ts';
import { readAction, readLockItem, readPlayerCount, sightOf, stackPk } from '../items.ts';
import { queryPages, type Table, timeKey, conditionHeld } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';

/** Sorted, the rows of a stack are its actions from the oldest on, its lock, who plays and what was last seen of it. */
const lockKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'LOCK' });
const actionKey = ({ stackName, actionTimeMs, actionId }: Action) => ({
  pk: stackPk(stackName),
  sk: `ACTION#${timeKey(actionTimeMs)}#${actionId}`,
});
const startsKey = { pk: 'STACKS', sk: 'STARTS' };

const noLock = { holder: null, leaseUntilMs: 0, launch: null };
/** What is no text is no action's id. */
const nobodyHolds = 'attribute_not_exists(holder) OR NOT attribute_type(holder, :text)';

export function actionStore(table: Table): ActionStore {
  const { client, TableName } = table;

  const holding = ({ actionId, stackName }: Action, change: string, values: object, launch: StackCreation | null) => ({
    Update: {
      TableName,
      Key: lockKey(stackName),
      UpdateExpression: launch ? withLaunch(change) : change,
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': actionId, ...values, ...(launch ? { ':launch': launch } : {}) },
    },
  });

  /** Only together with the lock: who holds it has a log. */
  const logged = (action: Action, change: string, values: object) => ({
    Update: {
      TableName,
      Key: actionKey(action),
      UpdateExpression: change,
      ExpressionAttributeValues: values,
    },
  });
  const ending = 'SET syncStatus = :status, syncTimeMs = :now, reason = :reason';

  /** False when a condition did not hold. */
  const allOrNothing = async (writes: Write[]) => (await transact(client, writes)).length === 0;

  return {
    async getState(stackName, actions) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': stackPk(stackName) },
          ScanIndexForward: false,
          Limit: actions + 3,
          ConsistentRead: true,
        }),
      );
      const row = (sk: string) => Items.find((item) => item['sk'] === sk);
      return {
        lock: readLockItem(row('LOCK')) ?? noLock,
        snapshot: sightOf(row('SIGHT')),
        players: readPlayerCount(row('PLAYERS')),
        actions: Items.filter(({ sk }) => String(sk).startsWith('ACTION#'))
          .flatMap((item) => readAction(item) ?? [])
          .slice(0, actions),
      };
    },

    begin(action, { interrupted, starts }) {
      const { actionId, stackName, actionTimeMs } = action;
      return allOrNothing([
        {
          Update: {
            TableName,
            Key: lockKey(stackName),
            UpdateExpression: 'SET holder = :holder, leaseUntilMs = :until',
            ConditionExpression: interrupted ? 'holder = :before' : nobodyHolds,
            ExpressionAttributeValues: {
              ':holder': actionId,
              ':until': actionTimeMs + firstLeaseMs,
              ...(interrupted ? { ':before': interrupted.actionId } : { ':text': 'S' }),
            },
          },
        },
        {
          Put: {
            TableName,
            Item: { ...actionKey(action), ...action },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        ...(interrupted
          ? [
              logged(interrupted, ending, {
                ':status': 'ABORTED',
                ':now': actionTimeMs,
                ':reason': `Stopped by ${action.by}.`,
              }),
            ]
          : []),
        ...(starts === undefined
          ? []
          : [
              {
                Update: {
                  TableName,
                  Key: startsKey,
                  UpdateExpression: 'SET starts = :after',
                  // It only grows, and what is no number is not greater than one.
                  ConditionExpression: 'attribute_not_exists(starts) OR NOT starts > :before',
                  ExpressionAttributeValues: { ':before': starts, ':after': starts + 1 },
                },
              },
            ]),
      ]);
    },

    renewLease: (action, { nowMs, launch, lastGoneMs }) =>
      allOrNothing([
        holding(action, 'SET leaseUntilMs = :until', { ':until': nowMs + leaseMs }, launch),
        lastGoneMs === undefined
          ? logged(action, 'SET syncTimeMs = :now', { ':now': nowMs })
          : logged(action, 'SET syncTimeMs = :now, lastGoneMs = :gone', { ':now': nowMs, ':gone': lastGoneMs }),
      ]),

    finish: (action, { syncStatus, reason }, { nowMs, launch }) =>
      allOrNothing([
        holding(action, 'REMOVE holder, leaseUntilMs', {}, launch),
        logged(action, ending, { ':status': syncStatus, ':now': nowMs, ':reason': reason }),
      ]),

    claimExpiredAction: (stackName, { holder, leaseUntilMs }, untilMs) =>
      conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: lockKey(stackName),
            UpdateExpression: 'SET leaseUntilMs = :until',
            // A lease only grows, and what is no number is not greater than one.
            ConditionExpression: 'holder = :holder AND NOT leaseUntilMs > :before',
            ExpressionAttributeValues: { ':holder': holder, ':before': leaseUntilMs, ':until': untilMs },
          }),
        ),
      ),

    releaseLock: (stackName, holder) =>
      conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: lockKey(stackName),
            UpdateExpression: 'REMOVE holder, leaseUntilMs',
            ConditionExpression: 'holder = :holder',
            ExpressionAttributeValues: { ':holder': holder },
          }),
        ),
      ),

    async listActions(stackName, fromMs) {
      const values = { ':pk': stackPk(stackName), ':from': `ACTION#${timeKey(fromMs)}` };
      const before = {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :from',
        ExpressionAttributeValues: { ...values, ':first': 'ACTION#' },
        ScanIndexForward: false,
        Limit: 1,
      };
      const { Items: last = [] } = await client.send(new QueryCommand({ TableName, ...before }));
      const rows = [...last];
      const since = {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :end',
        ExpressionAttributeValues: { ...values, ':end': 'ACTION#~' },
      };
      for await (const page of queryPages(table, since)) rows.push(...page);
      return rows.flatMap((row) => readAction(row) ?? []);
    },

    async getStartCount() {
      const { Item } = await client.send(new GetCommand({ TableName, Key: startsKey, ConsistentRead: true }));
      const starts: unknown = Item?.['starts'];
      return typeof starts === 'number' ? starts : 0;
    },
  };
}

/** `SET` may stand in an expression once. */
const withLaunch = (change: string) =>
  change.startsWith('SET ') ? `${change}, launch = :launch` : `SET launch = :launch ${change}`;
