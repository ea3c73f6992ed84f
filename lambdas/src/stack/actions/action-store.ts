import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ActionLog, StackAction } from 'shared-types/contract/stack';
import { describeActor } from 'shared-types/rules/stack/actor';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, queryPages, type Table, timeKey } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { stackPk } from '../items.ts';
import {
  type Action,
  type ActionResult,
  firstLeaseMs,
  actionLeaseMs,
  type StackCreation,
  type StackLock,
} from './action.ts';

export const readAction = (item: StoredItem): Action | undefined =>
  readItem(item, (from) => ({
    actionId: from.text('actionId'),
    stackName: from.text('stackName'),
    action: from.oneOf('action', StackAction.options),
    by: from.text('by'),
    userId: from.textOrNull('userId'),
    actionTimeMs: from.number('actionTimeMs'),
    syncStatus: from.oneOf('syncStatus', ActionLog.shape.syncStatus.options),
    syncTimeMs: from.number('syncTimeMs'),
    reason: from.textOrNull('reason'),
    lastGoneMs: from.numberOrNull('lastGoneMs'),
    stopsAtMs: from.numberOrNull('stopsAtMs'),
  }));

function readLaunch(from: ItemReader): StackCreation | null {
  const launch = from.entryOrNull('launch');
  return (
    launch && {
      actionId: launch.text('actionId'),
      stackId: launch.text('stackId'),
      stopsAtMs: launch.numberOrNull('stopsAtMs'),
    }
  );
}

/** Reads the readable parts of a damaged lock, too. Without them no action could begin, because nothing else repairs it. */
export const readLock = (item: StoredItem | undefined): StackLock => ({
  holder: readItem(item, (from) => from.textOrNull('holder')) ?? null,
  leaseUntilMs: readItem(item, (from) => from.number('leaseUntilMs', 0)) ?? 0,
  launch: readItem(item, readLaunch) ?? null,
});

const lockKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'LOCK' });
const actionKey = ({ stackName, actionTimeMs, actionId }: Action) => ({
  pk: stackPk(stackName),
  sk: `ACTION#${timeKey(actionTimeMs)}#${actionId}`,
});
const startsKey = { pk: 'STACKS', sk: 'STARTS' };

interface BeginConditions {
  /** The action in progress that loses its lock. */
  interrupted: Action | undefined;
  /** The number of starts so far, for a start that counts on it. */
  starts: number | undefined;
  /** The time of the scheduled stop, for an action that moves it. */
  stopsAtMs?: number | undefined;
}

/** A holder that is no string is damaged, and holds nothing. */
const isFree = condition`attribute_not_exists(holder) OR NOT attribute_type(holder, ${'S'})`;

export type ActionStore = ReturnType<typeof actionStore>;

export function actionStore(table: Table) {
  const { client, TableName } = table;

  /** Changes the lock while the action holds it. */
  const changeLock = (
    { actionId, stackName }: Action,
    change: { set: Record<string, unknown>; remove?: readonly string[] },
  ) => ({
    Update: updateItem({ TableName, Key: lockKey(stackName), ...change, when: condition`holder = ${actionId}` }),
  });

  /** Changes the log of an action. It goes into the same transaction as a change of the lock, which has the condition. */
  const changeLog = (action: Action, set: Partial<Action>) => ({
    Update: updateItem({ TableName, Key: actionKey(action), set }),
  });

  /** Returns false when a condition did not hold. */
  const allOrNothing = async (writes: Write[]) => (await transact(client, writes)).length === 0;

  return {
    /**
     * Takes the lock and writes the log, in one transaction; `interrupted` loses its lock and is ABORTED. Returns false
     * when another action was faster.
     */
    begin(action: Action, { interrupted, starts, stopsAtMs }: BeginConditions): Promise<boolean> {
      const { actionId, stackName, actionTimeMs } = action;
      return allOrNothing([
        {
          Update: updateItem({
            TableName,
            Key: lockKey(stackName),
            set: { holder: actionId, leaseUntilMs: actionTimeMs + firstLeaseMs },
            when: interrupted
              ? condition`holder = ${interrupted.actionId}`
              : stopsAtMs === undefined
                ? isFree
                : condition`(${isFree}) AND launch.stopsAtMs = ${stopsAtMs}`,
          }),
        },
        {
          Put: {
            TableName,
            Item: { ...actionKey(action), ...action },
            ...onlyIf(condition`attribute_not_exists(pk)`),
          },
        },
        ...(interrupted
          ? [
              changeLog(interrupted, {
                syncStatus: 'ABORTED',
                syncTimeMs: actionTimeMs,
                reason: `Stopped ${describeActor({ by: action.by, isBySite: action.userId === null })}.`,
              }),
            ]
          : []),
        ...(starts === undefined
          ? []
          : [
              {
                Update: updateItem({
                  TableName,
                  Key: startsKey,
                  set: { starts: starts + 1 },
                  // It only grows. A value that is no number is damaged, and compares as not greater.
                  when: condition`attribute_not_exists(starts) OR NOT starts > ${starts}`,
                }),
              },
            ]),
      ]);
    },

    /** Renews the lease and reports the progress. Returns false when another action has the lock by now. */
    renewLease: (
      action: Action,
      step: { nowMs: number; stackCreation: StackCreation | null; lastGoneMs?: number | undefined },
    ): Promise<boolean> =>
      allOrNothing([
        changeLock(action, {
          set: { leaseUntilMs: step.nowMs + actionLeaseMs, launch: step.stackCreation ?? undefined },
        }),
        changeLog(action, {
          syncTimeMs: step.nowMs,
          ...(step.lastGoneMs !== undefined && { lastGoneMs: step.lastGoneMs }),
        }),
      ]),

    /** Writes the result and releases the lock. Returns false when another action has the lock by now. */
    finish: (
      action: Action,
      { syncStatus, reason }: ActionResult,
      { nowMs, stackCreation }: { nowMs: number; stackCreation: StackCreation | null },
    ): Promise<boolean> =>
      allOrNothing([
        changeLock(action, { set: { launch: stackCreation ?? undefined }, remove: ['holder', 'leaseUntilMs'] }),
        changeLog(action, { syncStatus, syncTimeMs: nowMs, reason }),
      ]),

    /** Takes over an expired lease, so that only one reader recovers the action. */
    claimExpiredAction: (stackName: string, { holder, leaseUntilMs }: StackLock, untilMs: number): Promise<boolean> =>
      conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: lockKey(stackName),
              set: { leaseUntilMs: untilMs },
              // A lease only grows. A value that is no number is damaged, and compares as not greater.
              when: condition`holder = ${holder} AND NOT leaseUntilMs > ${leaseUntilMs}`,
            }),
          ),
        ),
      ),

    /** Releases the lock of an action whose log is lost. Returns false when another action has the lock by now. */
    releaseLock: (stackName: string, holder: string): Promise<boolean> =>
      conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: lockKey(stackName),
              remove: ['holder', 'leaseUntilMs'],
              when: condition`holder = ${holder}`,
            }),
          ),
        ),
      ),

    /** Lists the actions since a time and the last one before it, oldest first. */
    async listActions(stackName: string, fromMs: number): Promise<Action[]> {
      const values = { ':pk': stackPk(stackName), ':from': `ACTION#${timeKey(fromMs)}` };
      const before = {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :from',
        ExpressionAttributeValues: { ...values, ':first': 'ACTION#' },
        ScanIndexForward: false,
        Limit: 1,
      };
      const { Items: last = [] } = await client.send(new QueryCommand({ TableName, ...before }));
      const items = [...last];
      const since = {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :end',
        ExpressionAttributeValues: { ...values, ':end': 'ACTION#~' },
      };
      for await (const page of queryPages(table, since)) items.push(...page);
      return items.flatMap((item) => readAction(item) ?? []);
    },

    /** Counts all starts of all stacks. A start that counts on it fails when another one came first. */
    async getStartCount(): Promise<number> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: startsKey, ConsistentRead: true }));
      const starts: unknown = Item?.['starts'];
      return typeof starts === 'number' ? starts : 0;
    },
  };
}
