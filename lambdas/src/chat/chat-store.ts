import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { answerStore } from './answers/answer-store.ts';
import { leaseStore } from './answers/lease-store.ts';
import { conversationStore } from './conversations/conversation-store.ts';
import { messageStore } from './messages/message-store.ts';
import { offerStore } from './offers/offer-store.ts';
import { purgeStore } from './purge/purge-store.ts';
import { quotaStore } from './quota/quota-store.ts';
import { spendingStore } from './quota/spending-store.ts';

export function chatStore(client: DynamoDBDocumentClient, TableName: string) {
  const table = { client, TableName };
  return {
    ...conversationStore(table),
    ...messageStore(table),
    ...leaseStore(table),
    ...answerStore(table),
    ...quotaStore(table),
    ...spendingStore(table),
    ...offerStore(table),
    ...purgeStore(table),
  };
}

export type ChatStore = ReturnType<typeof chatStore>;
