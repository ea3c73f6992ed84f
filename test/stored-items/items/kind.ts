import type { ActivityStore } from 'lambdas/auth/activity/activity-store';
import type { authStores } from 'lambdas/auth/compose';
import type { Sessions } from 'lambdas/platform/http/session';
import type { SiteLimiter } from 'lambdas/ljmonitor/site-limiter/limiter-store';
import type { SoldStore } from 'lambdas/ljmonitor/sold-houses/sold-store';
import type { monitorStores } from 'lambdas/ljmonitor/compose';
import type { NotifyStore } from 'lambdas/notify/store';
import type { stackStores } from 'lambdas/stack/compose';
import type { chatStores } from '../../unit/lambdas/chat/support/chat-stores.ts';

/** The stores that read the items. */
export interface Stores {
  activity: ActivityStore;
  auth: ReturnType<typeof authStores>;
  sessions: Sessions;
  chat: ReturnType<typeof chatStores>;
  monitor: ReturnType<typeof monitorStores>;
  sold: SoldStore;
  limiter: SiteLimiter;
  notify: NotifyStore;
  stack: ReturnType<typeof stackStores>;
}

type Row = Record<string, unknown>;

interface Item {
  /** Table and item, as docs/data-model.md names them. */
  name: string;
  /** What is particular about the item, if its kind has another example. */
  when?: string;
  row: Row;
  read: (stores: Stores) => Promise<unknown>;
}

/**
 * An item exactly as the site writes it. Once a site is deployed, examples are only added, never edited. `kept` are attributes
 * that are read as they stand: they belong to the row and to what it means.
 */
export type Kind = Item & ({ kept?: undefined; means: unknown } | { kept: Row; means?: object });

export const nowMs = Date.parse('2026-11-21T12:00:00Z');
export const laterMs = nowMs + 600_000;
export const now = new Date(nowMs);
