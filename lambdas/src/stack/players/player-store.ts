import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { putLatest, stackPk } from '../items.ts';
import type { Boot } from './boot.ts';
import type { PlayerCount, Silence } from './players.ts';

export const readPlayerCount = (item: StoredItem | undefined): PlayerCount | undefined =>
  readItem(item, (from) => ({
    seenAtMs: from.number('seenAtMs'),
    stackId: from.text('stackId'),
    online: from.numberOrNull('online'),
    lastPlayedAtMs: from.number('lastPlayedAtMs'),
    idleMinutes: from.number('idleMinutes'),
    named: (from.entriesOrNull('named') ?? []).map((each) => ({
      name: each.text('name'),
      sinceMs: each.number('sinceMs'),
    })),
  }));

export const readBoot = (item: StoredItem | undefined): Boot | undefined =>
  readItem(item, (from) => {
    const game = from.entryOrNull('keptGame');
    return {
      stackId: from.text('stackId'),
      startedMs: from.number('startedMs'),
      endsMs: from.numbers('endsMs'),
      keptImage: from.boolean('keptImage'),
      keptGame: game && { version: game.text('version'), atMs: game.number('atMs') },
    };
  });

export const readSilence = (item: StoredItem | undefined): Silence | undefined =>
  readItem(item, (from) => ({
    stackId: from.text('stackId'),
    lastWordMs: from.number('lastWordMs'),
    toldAtMs: from.number('toldAtMs'),
  }));

const playersKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'PLAYERS' });
const silenceKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'SILENCE' });
const bootKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'BOOT' });

export type PlayerStore = ReturnType<typeof playerStore>;

/** Keeps the latest reports of the game servers, and the last silence of each that was told. */
export function playerStore(table: Table) {
  const { client, TableName } = table;
  const update = (input: Parameters<typeof updateItem>[0]) =>
    conditionHeld(client.send(new UpdateCommand(updateItem(input))));

  return {
    putPlayerCount: (stackName: string, players: PlayerCount) =>
      putLatest(table, playersKey(stackName), { ...players }),

    /** Never replaces the phases of a later boot, or more phases of the same one. */
    async putBoot(stackName: string, { startedMs, endsMs, ...boot }: Boot): Promise<void> {
      await update({
        TableName,
        Key: bootKey(stackName),
        set: { ...boot, startedMs, endsMs },
        when: condition`attribute_not_exists(startedMs) OR startedMs < ${startedMs}
          OR (startedMs = ${startedMs} AND size(endsMs) < ${endsMs.length})`,
      });
    },

    /** Returns false when this silence, or a later one, was told before. */
    putSilence: (stackName: string, { lastWordMs, ...silence }: Silence): Promise<boolean> =>
      update({
        TableName,
        Key: silenceKey(stackName),
        set: { ...silence, lastWordMs },
        when: condition`attribute_not_exists(lastWordMs) OR lastWordMs < ${lastWordMs}`,
      }),
  };
}
