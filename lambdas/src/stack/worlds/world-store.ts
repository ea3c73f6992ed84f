import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ArchiveReason, NewWorldSettings } from 'shared-types/contract/stack';
import { hourMs } from 'shared-types/rules/time';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, queryPages, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { Archive, ArchiveFailure, World, WorldChoice } from './archive.ts';

const readArchive = (item: StoredItem): Archive | undefined =>
  readItem(item, (from) => ({
    archiveId: from.text('archiveId'),
    atMs: from.number('atMs'),
    bytes: from.number('bytes'),
    reason: from.oneOf('reason', ArchiveReason.options),
    version: from.text('version'),
    levelName: from.text('levelName'),
    origin: from.textOrNull('origin') ?? undefined,
    settings: from.parsed('settings', NewWorldSettings.optional()),
  }));

const readChoice = (item: StoredItem | undefined): WorldChoice | undefined =>
  readItem(item, (from) => ({
    requestId: from.text('requestId'),
    source: from.text('source'),
    by: from.text('by'),
    atMs: from.number('atMs'),
    settings: from.parsed('settings', NewWorldSettings.nullable()),
    before: from.parsed('before', NewWorldSettings.nullable().default(null)),
    isApplied: from.boolean('isApplied'),
  }));

const readFailure = (item: StoredItem | undefined): ArchiveFailure | undefined =>
  readItem(item, (from) => ({
    archiveId: from.text('archiveId'),
    atMs: from.number('atMs'),
    reason: from.text('reason'),
    isLost: from.boolean('isLost'),
  }));

const worldPk = (stackName: string) => `WORLD#${stackName}`;
const archiveItemKey = (stackName: string, archiveId: string) => ({
  pk: worldPk(stackName),
  sk: `ARCHIVE#${archiveId}`,
});
const choiceKey = (stackName: string) => ({ pk: worldPk(stackName), sk: 'NEXT' });
const failureKey = (stackName: string) => ({ pk: worldPk(stackName), sk: 'FAILURE' });

export type WorldStore = ReturnType<typeof worldStore>;

/** Keeps the worlds of stacks: their archives, the choice of the next world, and the last failure. */
export function worldStore(table: Table) {
  const { client, TableName } = table;
  return {
    async getWorld(stackName: string): Promise<World> {
      const items: StoredItem[] = [];
      const all = {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': worldPk(stackName) },
        ConsistentRead: true,
      };
      for await (const page of queryPages(table, all)) items.push(...page);
      const item = (name: string) => items.find(({ sk }) => sk === name);
      return {
        archives: items
          .filter(({ sk }) => String(sk).startsWith('ARCHIVE#'))
          .flatMap((each) => readArchive(each) ?? [])
          .toSorted((one, other) => other.atMs - one.atMs),
        choice: readChoice(item('NEXT')),
        failure: readFailure(item('FAILURE')),
      };
    },

    /** An archive that is made again has the same id, and replaces the first one, unless that is older than an action lasts. */
    async putArchive(stackName: string, archive: Archive): Promise<void> {
      const Item = { ...archiveItemKey(stackName, archive.archiveId), ...archive };
      const isSame = condition`attribute_not_exists(archiveId) OR atMs > ${archive.atMs - 2 * hourMs}`;
      await conditionHeld(client.send(new PutCommand({ TableName, Item, ...onlyIf(isSame) })));
    },

    async removeArchive(stackName: string, archiveId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName, Key: archiveItemKey(stackName, archiveId) }));
    },

    /** Never replaces a later failure. */
    async putFailure(stackName: string, failure: ArchiveFailure): Promise<void> {
      const Item = { ...failureKey(stackName), ...failure };
      const when = condition`attribute_not_exists(atMs) OR NOT atMs > ${failure.atMs}`;
      await conditionHeld(client.send(new PutCommand({ TableName, Item, ...onlyIf(when) })));
    },

    /** Replaces the last choice. Returns false when that was replaced or applied meanwhile. */
    putChoice(stackName: string, choice: WorldChoice, last: WorldChoice | undefined): Promise<boolean> {
      const Item = { ...choiceKey(stackName), ...choice };
      const isLast = onlyIf(
        last
          ? condition`requestId = ${last.requestId} AND isApplied = ${last.isApplied}`
          : condition`attribute_not_exists(requestId)`,
      );
      return conditionHeld(client.send(new PutCommand({ TableName, Item, ...isLast })));
    },

    /** Takes the right to archive the running game. Returns false when it was taken within the interval. */
    claimCopy: (stackName: string, nowMs: number, intervalMs: number): Promise<boolean> =>
      conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: { pk: worldPk(stackName), sk: 'COPY' },
              set: { atMs: nowMs },
              when: condition`attribute_not_exists(atMs) OR NOT atMs > ${nowMs - intervalMs}`,
            }),
          ),
        ),
      ),

    /** Marks a choice as applied, unless another one was made since. */
    async markApplied(stackName: string, requestId: string): Promise<void> {
      await conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: choiceKey(stackName),
              set: { isApplied: true },
              when: condition`requestId = ${requestId}`,
            }),
          ),
        ),
      );
    },
  };
}
