import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Gate, openGate, turnMs, turnRefused } from '../gate.ts';
import type { SiteGate } from '../ports.ts';
import { readRow, type Row } from '../../lib/row.ts';
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

  async function findGate(): Promise<Gate> {
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return gateOf(Item);
  }

  return {
    findGate,

    async take(holder, nowMs) {
      const { Attributes } = await client
        .send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: 'SET holder = :holder, holderUntilMs = :until',
            ConditionExpression: isOpen,
            ExpressionAttributeValues: { ':holder': holder, ':until': nowMs + turnMs, ':now': nowMs },
            ReturnValues: 'ALL_NEW',
          }),
        )
        .catch(nothingIfRefused);
      if (!Attributes) return turnRefused(await findGate(), holder, nowMs);
      return { kind: 'mine', gate: gateOf(Attributes) };
    },

    async leave(holder, { nextRequestAtMs, breakerUntilMs, failures }) {
      const write = client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression:
            'SET nextRequestAtMs = :next, breakerUntilMs = :breaker, failures = :failures, lastHolder = :holder REMOVE holder, holderUntilMs',
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
