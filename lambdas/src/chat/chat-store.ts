import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ChatStore } from './ports.ts';
import { answerStore } from './answers/answer-store.ts';
import { messageStore } from './messages/message-store.ts';
import { purgeStore } from './purge/purge-store.ts';
import { sessionStore } from './conversations/conversation-store.ts';
import { monthlyUseStore } from './quota/monthly-use-store.ts';

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
