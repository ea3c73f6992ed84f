import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { messageItem, versionItem, versionKey } from './message-item.ts';
import type { Revision } from './versions.ts';

/** Returns the writes of a revision. The first one puts the answer, and its condition protects them all. */
export function revisionWrites(TableName: string, { before, after, isKept, dropped }: Revision): Write[] {
  const { sessionMessageId, attempt } = before.answer;
  const put = (Item: object): Write => ({ Put: { TableName, Item: { ...Item } } });
  return [
    {
      Put: {
        TableName,
        Item: messageItem(after.answer),
        // The answer was settled, so each change of it since then has begun another attempt.
        ...onlyIf(condition`attempt = ${attempt}`),
      },
    },
    ...(after.question && after.question.text !== before.question?.text ? [put(messageItem(after.question))] : []),
    ...(isKept ? [put(versionItem({ answer: before.answer, question: before.question?.text ?? null }))] : []),
    ...(dropped === undefined ? [] : [{ Delete: { TableName, Key: versionKey(sessionMessageId, dropped) } }]),
  ];
}
