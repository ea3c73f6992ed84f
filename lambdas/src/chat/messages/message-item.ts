import { messageStatuses, senderRoles } from 'shared-types/rules/message-status';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Message } from './message.ts';
import { messageKey, withoutNulls } from '../keys.ts';

export const messageOf = (row: StoredItem | undefined, idOf = messageIdOf): Message | undefined =>
  readItem(row, (from) => {
    const failure = from.itemOrNull('failure');
    const usage = from.itemOrNull('usage');
    const attempt = from.number('attempt', 0);
    return {
      sessionMessageId: idOf(from),
      userId: from.text('userId'),
      senderRole: from.oneOf('senderRole', senderRoles),
      status: from.oneOf('status', messageStatuses),
      text: from.text('text', ''),
      createTimeMs: from.number('createTimeMs'),
      attempt,
      queuedAtMs: from.number('queuedAtMs', 0),
      heals: from.number('heals', 0),
      deliveries: from.number('deliveries', 0),
      leaseUntilMs: from.number('leaseUntilMs', 0),
      failure: failure && {
        code: failure.text('code'),
        message: failure.text('message'),
        retryable: failure.boolean('retryable'),
      },
      usage: usage && { inputTokens: usage.number('inputTokens'), outputTokens: usage.number('outputTokens') },
      modelCode: from.textOrNull('modelCode'),
      finishReason: from.textOrNull('finishReason'),
      version: from.number('version', attempt),
      kept: from.numbers('kept'),
      isPreviousAnswer: from.boolean('isFormer'),
    };
  });

/** What was asked, as a version's row remembers it. */
export const questionOf = (row: StoredItem | undefined) => readItem(row, (from) => from.textOrNull('question')) ?? null;

const messageIdOf = (from: ItemReader) =>
  `${from.text('pk').slice('SESSION#'.length)}.${from.text('sk').slice('MESSAGE#'.length)}`;

export function messageRow({ sessionMessageId, kept, isPreviousAnswer, ...attributes }: Message): StoredItem {
  return {
    ...messageKey(sessionMessageId),
    ...withoutNulls(attributes),
    ...(kept.length > 0 && { kept }),
    ...(isPreviousAnswer && { isFormer: true }),
  };
}
