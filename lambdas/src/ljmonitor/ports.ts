import type { Schedule } from 'shared-types/rules/schedule';
import type { User } from '../platform/http/session.ts';
import type { NewsReaders } from '../platform/news/news-readers.ts';
import type { NewsDesk } from '../platform/news/tell-news.ts';
import type { HousePage, ListPage, PageAddress, SiteAnswer, SiteOrigin } from './listing-site/site-adapter.ts';
import type { RefreshMessage } from './refresh/message.ts';
import type { RefreshLimits } from './refresh/run.ts';
import type { SiteLimiter } from './site-limiter/limiter-store.ts';
import type { MonitorStore } from './store.ts';

/** The site that houses are read from. `page` never throws for anything that a site may do. */
export interface ListingSite {
  /** URLs are built from ids and never taken from a page. */
  houseUrl(houseId: string, origin?: SiteOrigin): string;
  resblockUrl(resblockId: string, origin?: SiteOrigin): string;
  listUrl(resblockId: string, page: number, origin?: SiteOrigin): string;
  /** Reads the address of a page that a user has opened. */
  addressOf(url: string): PageAddress;
  /** Parses a page that a user has opened. */
  parse(html: string): Promise<ListPage>;
  /** The hash of the owner's cookie for the site; undefined without one. */
  cookieHash: () => Promise<string | undefined>;
  page: (resblockId: string, page: number, withinMs?: number, origin?: SiteOrigin) => Promise<SiteAnswer>;
  /** Reads the page of a house, which names its community. */
  housePage: (houseId: string, origin: SiteOrigin) => Promise<SiteAnswer<HousePage>>;
  /**
   * Returns the origin to store for a community that is read from this one: null for the configured one. Undefined when it is
   * no listing site.
   */
  siteOriginOf(origin: string): SiteOrigin | undefined;
}

export interface RefreshQueue {
  send(message: RefreshMessage, delaySeconds?: number): Promise<void>;
}

/** The ports that starting a refresh needs. */
export interface StartPorts {
  store: MonitorStore;
  queue: RefreshQueue;
  now: () => Date;
  newId: () => string;
}

/** The ports that reading the site needs on top of that. */
export interface MonitorPorts extends StartPorts {
  site: ListingSite;
  limiter: SiteLimiter;
  wait: (ms: number) => Promise<void>;
  /** A random number from 0 up to 1. */
  random: () => number;
  /** The day in the monitor's time zone: '2026-03-01'. */
  dayAt: (time: Date) => string;
  settings: MonitorSettings;
}

export interface WorkerPorts extends MonitorPorts {
  news: NewsDesk & NewsReaders;
}

export interface HttpPorts extends MonitorPorts {
  schedule: Schedule;
  refreshLimits: RefreshLimits;
  isOwner: (user: User) => Promise<boolean>;
}

export interface MonitorSettings {
  /** The number of pages that may be requested in a day. */
  requestsPerDay: number;
  /** A day of these requests begins at midnight in this time zone: 'Asia/Shanghai'. */
  timeZone: string;
  /** Whether the call that adds a community reads its first page. */
  readsFirstPage: boolean;
  paceMs: number;
  removalGapMs: number;
  minIntervalMs: number;
  /**
   * News ends this long before it is told. What was written later may not have reached the index, and would be missing in this
   * news and too old for the next.
   */
  newsSettleSeconds: number;
}
