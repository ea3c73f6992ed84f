import type { NewsDesk } from '../platform/news/tell-news.ts';
import type { AccountLookup } from './people/account-store.ts';
import type { Outside } from './services/service.ts';
import type { NotifyStore } from './store.ts';

export interface NotifyPorts {
  store: NotifyStore;
  outside: Outside;
  news: Pick<NewsDesk, 'writes' | 'wake'>;
  /** The site's own address, for links. */
  origin: string;
  now: () => Date;
  newId: () => string;
}

export interface DeliveryPorts extends NotifyPorts {
  accounts: AccountLookup;
  wait: (ms: number) => Promise<void>;
}

export interface HttpPorts extends NotifyPorts {
  isPublicUrl: (url: string) => boolean;
  /** 256 random bits. */
  newToken: () => string;
  /** Six random digits. */
  newCode: () => string;
}
