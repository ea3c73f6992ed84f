import type { Write } from '../../lib/table.ts';
import type { Revision } from '../versions.ts';
import { versionKey } from './keys.ts';
import { messageRow } from './message-row.ts';

/** The answer first; then what is kept of it, and what makes room. */
export const revisionWrites = (TableName: string, { before, after, isKept, dropped }: Revision): Write[] => [
  {
    Put: {
      TableName,
      Item: messageRow(after),
      // It was settled: whatever changes it then begins another attempt.
      ConditionExpression: 'attempt = :attempt',
      ExpressionAttributeValues: { ':attempt': before.attempt },
    },
  },
  ...(isKept
    ? [{ Put: { TableName, Item: { ...messageRow(before), ...versionKey(before.sessionMessageId, before.version) } } }]
    : []),
  ...(dropped === undefined ? [] : [{ Delete: { TableName, Key: versionKey(before.sessionMessageId, dropped) } }]),
];
