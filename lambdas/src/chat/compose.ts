import type { Table } from '../platform/dynamodb/table.ts';
import { answerStore } from './answers/answer-store.ts';
import { leaseStore } from './answers/lease-store.ts';
import { conversationStore } from './conversations/conversation-store.ts';
import { pinStore } from './conversations/pin-store.ts';
import { forkStore } from './forks/fork-store.ts';
import { importStore } from './imports/import-store.ts';
import { messageStore } from './messages/message-store.ts';
import { offerStore } from './offers/offer-store.ts';
import { personaStore } from './personas/persona-store.ts';
import { purgeStore } from './purge/purge-store.ts';
import { quotaStore } from './quota/quota-store.ts';
import { spendingStore } from './quota/spending-store.ts';
import { textStore } from './search/text-store.ts';
import { titleStore } from './titles/title-store.ts';

/** Returns the stores that both functions need. Each leaves out the rest, which would make its cold starts longer. */
const commonStores = (table: Table) => ({
  ...conversationStore(table),
  ...pinStore(table),
  ...messageStore(table),
  ...answerStore(table),
  ...quotaStore(table),
  ...spendingStore(table),
  ...offerStore(table),
});

export const httpStores = (table: Table) => ({
  ...commonStores(table),
  ...forkStore(table),
  ...importStore(table),
  ...personaStore(table),
  ...textStore(table),
});

export const workerStores = (table: Table) => ({
  ...commonStores(table),
  ...leaseStore(table),
  ...titleStore(table),
  ...purgeStore(table),
});

/** Returns the stores of the function that rebuilds packs. */
export const packStores = (table: Table) => ({ ...conversationStore(table), ...textStore(table) });
