import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../platform/dynamodb/condition.ts';
import { conditionHeld, type Key, type Table } from '../platform/dynamodb/table.ts';
import { updateItem } from '../platform/dynamodb/update-item.ts';

/** The items of a stack are together, because one read brings them all: see state-store.ts. */
export const stackPk = (stackName: string) => `STACK#${stackName}`;

/** Puts what CloudFormation or a server has said at a time. Never replaces a newer answer, and leaves a lease alone. */
export async function putLatest(
  { client, TableName }: Table,
  Key: Key,
  answer: { seenAtMs: number; [name: string]: unknown },
): Promise<void> {
  await conditionHeld(
    client.send(
      new UpdateCommand(
        updateItem({
          TableName,
          Key,
          set: answer,
          when: condition`attribute_not_exists(seenAtMs) OR NOT seenAtMs > ${answer.seenAtMs}`,
        }),
      ),
    ),
  );
}
