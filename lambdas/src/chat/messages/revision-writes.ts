import type { Write } from '../../platform/dynamodb/transaction.ts';
import type { Revision } from './versions.ts';
import { versionKey, withoutNulls } from '../keys.ts';
import { messageRow } from './message-item.ts';

/** The answer first, whose condition holds for all; then its question, what is kept of both, and what makes room. */
export function revisionWrites(TableName: string, { before, after, isKept, dropped }: Revision): Write[] {
  const { sessionMessageId, attempt, version } = before.answer;
  const put = (Item: object): Write => ({ Put: { TableName, Item: { ...Item } } });
  return [
    {
      Put: {
        TableName,
        Item: messageRow(after.answer),
        // It was settled: whatever changes it then begins another attempt.
        ConditionExpression: 'attempt = :attempt',
        ExpressionAttributeValues: { ':attempt': attempt },
      },
    },
    ...(after.question && after.question.text !== before.question?.text ? [put(messageRow(after.question))] : []),
    ...(isKept
      ? [
          put({
            ...messageRow(before.answer),
            ...versionKey(sessionMessageId, version),
            ...withoutNulls({ question: before.question?.text ?? null }),
          }),
        ]
      : []),
    ...(dropped === undefined ? [] : [{ Delete: { TableName, Key: versionKey(sessionMessageId, dropped) } }]),
  ];
}
