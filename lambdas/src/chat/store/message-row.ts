import { messageStatuses, senderRoles } from 'shared-types/rules/message-status';
import { type Attributes, readRow, type Row } from '../../platform/dynamodb/item.ts';
import type { Message } from '../message.ts';
import { messageKey, withoutNulls } from './keys.ts';

export const messageOf = (row: Row | undefined, idOf = messageIdOf): Message | undefined =>
  readRow(row, (from) => {
    const failure = from.rowOrNull('failure');
    const usage = from.rowOrNull('usage');
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
        retryable: failure.flag('retryable'),
      },
      usage: usage && { inputTokens: usage.number('inputTokens'), outputTokens: usage.number('outputTokens') },
      modelCode: from.textOrNull('modelCode'),
      finishReason: from.textOrNull('finishReason'),
      version: from.number('version', attempt),
      kept: from.numbers('kept'),
      isPreviousAnswer: from.flag('isFormer'),
    };
  });

/** What was asked, as a version's row remembers it. */
export const questionOf = (row: Row | undefined) => readRow(row, (from) => from.textOrNull('question')) ?? null;

const messageIdOf = (from: Attributes) =>
  `${from.text('pk').slice('SESSION#'.length)}.${from.text('sk').slice('MESSAGE#'.length)}`;

export function messageRow({ sessionMessageId, kept, isPreviousAnswer, ...attributes }: Message): Row {
  return {
    ...messageKey(sessionMessageId),
    ...withoutNulls(attributes),
    ...(kept.length > 0 && { kept }),
    ...(isPreviousAnswer && { isFormer: true }),
  };
}
