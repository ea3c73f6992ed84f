import type { Table } from '../platform/dynamodb/table.ts';
import { outboxStore } from './outbox/outbox-store.ts';
import { channelStore } from './people/channel-store.ts';
import { feedStore } from './people/feed-store.ts';
import { pushKeyStore } from './people/push-key-store.ts';
import { rulesStore } from './people/rules-store.ts';

/** Returns the stores of everything that the notifier stores, in one table. */
export const notifyStore = (table: Table) => ({
  ...channelStore(table),
  ...rulesStore(table),
  ...feedStore(table),
  ...pushKeyStore(table),
  ...outboxStore(table),
});

export type NotifyStore = ReturnType<typeof notifyStore>;
