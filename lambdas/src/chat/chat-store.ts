import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { answerStore } from './answers/answer-store.ts';
import { leaseStore } from './answers/lease-store.ts';
import { conversationStore } from './conversations/conversation-store.ts';
import { forkStore } from './forks/fork-store.ts';
import { importStore } from './imports/import-store.ts';
import { messageStore } from './messages/message-store.ts';
import { offerStore } from './offers/offer-store.ts';
import { personaStore } from './personas/persona-store.ts';
import { pinStore } from './conversations/pin-store.ts';
import { purgeStore } from './purge/purge-store.ts';
import { quotaStore } from './quota/quota-store.ts';
import { spendingStore } from './quota/spending-store.ts';
import { textStore } from './search/text-store.ts';
import { titleStore } from './titles/title-store.ts';

/** Returns what the worker stores and reads. It leaves out the rest, which would make each of its cold starts longer. */
export function workerStore(client: DynamoDBDocumentClient, TableName: string) {
  const table = { client, TableName };
  return {
    ...conversationStore(table),
    ...messageStore(table),
    ...leaseStore(table),
    ...answerStore(table),
    ...quotaStore(table),
    ...spendingStore(table),
    ...offerStore(table),
    ...textStore(table),
    ...titleStore(table),
    ...pinStore(table),
    ...purgeStore(table),
  };
}

export type WorkerStore = ReturnType<typeof workerStore>;

export function chatStore(client: DynamoDBDocumentClient, TableName: string) {
  const table = { client, TableName };
  return {
    ...workerStore(client, TableName),
    ...forkStore(table),
    ...importStore(table),
    ...personaStore(table),
  };
}

export type ChatStore = ReturnType<typeof chatStore>;
