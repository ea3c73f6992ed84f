import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ChatStore } from './ports.ts';
import { answerStore } from './store/answers.ts';
import { messageStore } from './store/messages.ts';
import { purgeStore } from './store/purge.ts';
import { sessionStore } from './store/sessions.ts';
import { monthlyUseStore } from './store/monthly-use.ts';

/** Everything the chat remembers, in one table. */
export function dynamoChatStore(client: DynamoDBDocumentClient, TableName: string): ChatStore {
  const table = { client, TableName };
  return {
    ...sessionStore(table),
    ...messageStore(table),
    ...answerStore(table),
    ...monthlyUseStore(table),
    ...purgeStore(table),
  };
}
