import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../lib/aws.ts';
import { type Gate, openGate, turnMs, turnRefused } from '../gate.ts';
import type { SiteGate } from '../ports.ts';
import { readRow, type Row } from './row.ts';
import { nothingIfRefused, type Table, unlessRefused } from './table.ts';

const gateOf = (row: Row | undefined): Gate =>
  readRow(row, (from) => ({
    nextRequestAtMs: from.number('nextRequestAtMs', 0),
    holder: from.textOrNull('holder'),
    holderUntilMs: from.number('holderUntilMs', 0),
    lastHolder: from.textOrNull('lastHolder'),
    breakerUntilMs: from.number('breakerUntilMs', 0),
    failures: from.number('failures', 0),
  })) ?? openGate;

/** One row for a site: whoever wants to ask it must win a conditional update of it. */
export function dynamoSiteGate({ client, TableName }: Table, host: string): SiteGate {
  const Key = { pk: 'SITE', sk: host };

  async function read(): Promise<Row | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  return {
    findGate: async () => gateOf(await read()),

    async take(holder, nowMs) {
      const turnId = newId();
      const { Attributes } = await client
        .send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: 'SET holder = :holder, holderUntilMs = :until, turnId = :turn',
            ConditionExpression: isOpen,
            ExpressionAttributeValues: { ':holder': holder, ':until': nowMs + turnMs, ':now': nowMs, ':turn': turnId },
            ReturnValues: 'ALL_NEW',
          }),
        )
        .catch(nothingIfRefused);
      if (Attributes) return { kind: 'mine', gate: gateOf(Attributes) };
      const row = await read();
      // The answer to a first attempt was lost: what refused the second one is this very turn.
      return row?.turnId === turnId ? { kind: 'mine', gate: gateOf(row) } : turnRefused(gateOf(row), holder, nowMs);
    },

    async leave(holder, { nextRequestAtMs, breakerUntilMs, failures }) {
      const write = client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression:
            'SET nextRequestAtMs = :next, breakerUntilMs = :breaker, failures = :failures, lastHolder = :holder REMOVE holder, holderUntilMs, turnId',
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeValues: {
            ':holder': holder,
            ':next': nextRequestAtMs,
            ':breaker': breakerUntilMs,
            ':failures': failures,
          },
        }),
      );
      await unlessRefused(write);
    },
  };
}

const isOpen = `attribute_not_exists(pk) OR (
  (attribute_not_exists(nextRequestAtMs) OR nextRequestAtMs <= :now)
  AND (attribute_not_exists(holder) OR holderUntilMs <= :now)
  AND (attribute_not_exists(breakerUntilMs) OR breakerUntilMs <= :now)
  AND (attribute_not_exists(lastHolder) OR lastHolder <> :holder))`;
