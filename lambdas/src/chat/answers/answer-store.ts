import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conversationIdOf, isRemembered } from 'shared-types/rules/message-status';
import { emptyIfConditionFailed, queryPages, type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import { leaseMs, type Message } from '../messages/message.ts';
import type { AnswerStore, Claim, Ending } from '../ports.ts';
import { messageKey, messagesKey, withoutNulls } from '../keys.ts';
import { countTokens, settleLimits } from '../quota/quota-store.ts';
import { messageOf } from '../messages/message-item.ts';

/** Words that this attempt has said: what was said before is no longer shown. */
const textOf = ({ answer: { attempt } }: Claim, text: string) => ({ text, version: attempt, isFormer: false });

export function answerStore(table: Table): AnswerStore {
  const { client, TableName } = table;

  /** Writes to an answer, as long as the claim holds. */
  const write = ({ answer, holder }: Claim, values: Record<string, unknown>, remove: string[] = []) => {
    const names = Object.keys(values);
    return conditionHeld(
      client.send(
        new UpdateCommand({
          TableName,
          Key: messageKey(answer.sessionMessageId),
          UpdateExpression: [
            `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
            ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`] : []),
          ].join(' '),
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeNames: Object.fromEntries([...names, ...remove].map((name) => [`#${name}`, name])),
          ExpressionAttributeValues: {
            ':holder': holder,
            ...Object.fromEntries(names.map((name) => [`:${name}`, values[name]])),
          },
        }),
      ),
    );
  };

  return {
    async claim({ sessionMessageId, attempt }, holder, nowMs) {
      const command = new UpdateCommand({
        TableName,
        Key: messageKey(sessionMessageId),
        UpdateExpression: 'SET #status = :inProgress, holder = :holder, leaseUntilMs = :until',
        ConditionExpression:
          'attempt = :attempt AND (#status = :pending OR (#status = :inProgress AND leaseUntilMs <= :now))',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':inProgress': 'IN_PROGRESS',
          ':pending': 'PENDING',
          ':holder': holder,
          ':until': nowMs + leaseMs,
          ':attempt': attempt,
          ':now': nowMs,
        },
        ReturnValues: 'ALL_NEW',
      });
      const answer = messageOf((await client.send(command).catch(emptyIfConditionFailed)).Attributes);
      return answer && { answer, holder };
    },

    async listMemory({ sessionMessageId }, count) {
      const pages = queryPages(table, {
        KeyConditionExpression: 'pk = :pk AND sk < :answer',
        ExpressionAttributeValues: {
          ':pk': messagesKey(conversationIdOf(sessionMessageId)),
          ':answer': messageKey(sessionMessageId).sk,
        },
        ScanIndexForward: false,
        Limit: count,
        // The question was written a moment ago.
        ConsistentRead: true,
      });
      const found: Message[] = [];
      for await (const rows of pages) {
        found.push(
          ...rows
            .flatMap((row) => messageOf(row) ?? [])
            .filter((message) => isRemembered(message, message.isPreviousAnswer)),
        );
        if (found.length >= count) break;
      }
      return found.slice(0, count).toReversed();
    },

    putWords: (claim, words, nowMs) =>
      write(claim, {
        leaseUntilMs: nowMs + leaseMs,
        ...(words && { ...textOf(claim, words.text), modelCode: words.modelCode }),
      }),

    putEnding(claim, { status, text, ...facts }: Ending) {
      const without = Object.entries(facts).flatMap(([name, value]) => (value === null ? [name] : []));
      return write(claim, { status, ...(text === undefined ? {} : textOf(claim, text)), ...withoutNulls(facts) }, [
        'holder',
        'leaseUntilMs',
        ...without,
      ]);
    },

    letGo: (claim, queuedAtMs) =>
      write(claim, { status: 'PENDING', queuedAtMs, deliveries: claim.answer.deliveries + 1 }, [
        'holder',
        'leaseUntilMs',
      ]),

    countTokens: (userId, usage, now) => countTokens(table, userId, usage, now),
    settleLimits: (userId, answerId, usage, now) => settleLimits(table, userId, answerId, usage, now),
  };
}
