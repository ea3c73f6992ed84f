import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from './condition.ts';
import { conditionHeld, type Key, type Table, ttlOf } from './table.ts';
import { updateItem } from './update-item.ts';

/** Counts a try under a key, whose item expires at `untilMs`. Returns false when `maxTries` were counted before. */
export const countTry = ({ client, TableName }: Table, Key: Key, maxTries: number, untilMs: number): Promise<boolean> =>
  conditionHeld(
    client.send(
      new UpdateCommand(
        updateItem({
          TableName,
          Key,
          set: { ttl: ttlOf(untilMs) },
          add: { tries: 1 },
          when: condition`attribute_not_exists(tries) OR tries < ${maxTries}`,
        }),
      ),
    ),
  );
