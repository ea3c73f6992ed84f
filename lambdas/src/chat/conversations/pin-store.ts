import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { maxPinnedConversations } from 'shared-types/rules/limits';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { conversationKey } from './conversation-item.ts';

const pinsKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'PINS' });

export type PinStore = ReturnType<typeof pinStore>;

/** The pinned conversations of each user are one set, so that their number has a limit. */
export const pinStore = ({ client, TableName }: Table) => ({
  async findPins(userId: string): Promise<ReadonlySet<string>> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: pinsKey(userId), ConsistentRead: true }));
    return readItem(Item, (from) => from.set('pins')) ?? new Set();
  },

  /** A conversation that is pinned already stays so. */
  async pin(userId: string, conversationId: string): Promise<'pinned' | 'conversationGone' | 'tooMany'> {
    const failed = await transact(client, [
      {
        ConditionCheck: {
          TableName,
          Key: conversationKey(userId, conversationId),
          // A purge removes the pin of its conversation, so no pin may come after it.
          ...onlyIf(condition`attribute_exists(pk) AND attribute_not_exists(deletedAtMs)`),
        },
      },
      updateWrite({
        TableName,
        Key: pinsKey(userId),
        add: { pins: new Set([conversationId]) },
        when: condition`attribute_not_exists(pins) OR size(pins) < ${maxPinnedConversations} OR contains(pins, ${conversationId})`,
      }),
    ]);
    if (failed.length === 0) return 'pinned';
    return failed.includes(0) ? 'conversationGone' : 'tooMany';
  },

  /** Returns false if it is not pinned. */
  unpin: (userId: string, conversationId: string) =>
    conditionHeld(
      client.send(
        new UpdateCommand(
          updateItem({
            TableName,
            Key: pinsKey(userId),
            deleteFrom: { pins: new Set([conversationId]) },
            when: condition`contains(pins, ${conversationId})`,
          }),
        ),
      ),
    ),
});
