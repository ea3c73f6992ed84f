import type { DailyStats } from 'shared-types/contract/ljmonitor';
import type { Schedule } from 'shared-types/rules/schedule';
import type { Crawl, Ending, SiteAnswer } from './refresh/crawl.ts';
import type { Digest } from './digest/digest.ts';
import type { Gate, Leaving, Turn } from './site-limiter/site-limiter.ts';
import type { House, HouseChange } from './houses/house.ts';
import type { User } from '../platform/http/session.ts';
import type { Choice, Marks } from './marks/marks.ts';
import type { RefreshMessage } from './refresh/message.ts';
import type { Missing } from './refresh/removal-rule.ts';
import type { TrackedResblock } from './communities/community.ts';
import type { Refreshes, Run } from './refresh/run.ts';
import type { Names } from './listing-site/site-adapter.ts';

/** The site that houses are read from. It says what a page held, and never throws for what a site may do. */
export interface ListingSite {
  /** Addresses are made from ids, never taken from a page. */
  houseUrl(houseId: string): string;
  resblockUrl(resblockId: string): string;
  page(resblockId: string, page: number, withinMs?: number): Promise<SiteAnswer>;
}

export interface RefreshQueue {
  send(message: RefreshMessage, delaySeconds?: number): Promise<void>;
}

/** What a page is compared with, and houses are sorted by: what is known of a community's houses, without their texts. */
export interface KnownHouse {
  houseId: string;
  hash: string;
  removed: boolean;
  missingCount: number;
  price: number;
  unitPrice: number;
  createTime: number;
  drop: number;
}

export interface HouseCursor {
  updateTimeMs: number;
  houseId: string;
}

export interface ResblockStore {
  /** In the order added. */
  listResblocks(): Promise<TrackedResblock[]>;
  findResblock(resblockId: string): Promise<TrackedResblock | undefined>;
  /** The community as it is stored: who adds it a second time gets the first one's. */
  addResblock(resblock: TrackedResblock): Promise<TrackedResblock>;
  /** No longer tracked; how it was left is kept. */
  removeResblock(resblockId: string): Promise<void>;
  /** A community that was removed, as it was then. */
  findFormer(resblockId: string): Promise<TrackedResblock | undefined>;
  /** Oldest first, the newest so many. */
  listFigures(resblockId: string, mostDays: number): Promise<DailyStats[]>;
}

export interface HouseStore {
  /** Newest update first, of these communities only; empty only at the end. */
  pageHouses(resblockIds: ReadonlySet<string>, from: HouseCursor | undefined, limit: number): Promise<House[]>;
  getHouse(houseId: string): Promise<House>;
  /** Older versions, newest first. */
  pageHistory(houseId: string, fromUpdateTimeMs: number | undefined, limit: number): Promise<House[]>;
  /** Those of these that exist, as they are at this moment. */
  findHouses(houseIds: readonly string[]): Promise<House[]>;
  listKnown(resblockId: string): Promise<KnownHouse[]>;
  findMissing(houseIds: readonly string[]): Promise<Map<string, Missing>>;
  /** Remembers that a house was missed, or forgets it, unless the house has changed since. */
  putMissing(house: Pick<House, 'houseId' | 'hash'>, missing: Missing | undefined): Promise<void>;
  /** False when the house is no longer what `before` says. */
  putHouse(change: HouseChange): Promise<boolean>;
  /** Shows or hides all houses of a community in the list of houses. */
  setInFeed(resblockId: string, inFeed: boolean): Promise<void>;
}

/** Each person's own. */
export interface ReadMarkStore {
  findMarks(userId: string, houses: readonly Pick<House, 'houseId' | 'resblockId'>[]): Promise<Marks>;
  listMarks(userId: string): Promise<Marks>;
  /** Never earlier than a mark that is there. */
  markRead(userId: string, houseIds: readonly string[], readTimeMs: number): Promise<void>;
  /** All houses of a community as they were before this time; never earlier than a mark that is there. */
  markResblockRead(userId: string, resblockId: string, readTimeMs: number): Promise<void>;
  /** As it was before this mark of the community, if it is still the last. */
  takeResblockMarkBack(userId: string, resblockId: string, readTimeMs: number): Promise<void>;
  /** For each of these people the same, all or nothing. False when it is one too many for the first. */
  choose(userIds: readonly string[], choice: Choice, houseId: string): Promise<boolean>;
  /** The other way round. */
  unchoose(userIds: readonly string[], choice: Choice, houseIds: readonly string[]): Promise<void>;
  /** Exactly these, `null` for never read. */
  putReadTimes(userId: string, readTimes: ReadonlyMap<string, number | null>): Promise<void>;
}

/** One page's gain: the houses that it changes and the crawl that it takes further, all or nothing. */
export interface PageGain {
  runId: string;
  resblockId: string;
  crawl: Crawl;
  changes: HouseChange[];
  /** Those that the community's row does not have yet. */
  names: Names | undefined;
  nowMs: number;
}

/** `passed`: the step was done before. `changed`: a house is not what the page was compared with. */
export type PutPageResult = 'stored' | 'passed' | 'changed' | 'untracked';

export interface Settlement {
  run: Run;
  resblockId: string;
  crawl: Crawl;
  ending: Ending;
  /** As it is afterwards; nothing when it is to stay as it is. */
  resblock: TrackedResblock | undefined;
  /** What a complete reading found its houses to cost; the day's last one stays. */
  figures: { day: string; of: DailyStats } | undefined;
  nowMs: number;
}

export interface RunStore {
  /** All that one step has to know, in one read. */
  findStep(runId: string, resblockId: string): Promise<StepState>;
  findCrawl(runId: string, resblockId: string): Promise<Crawl | undefined>;
  getRefreshes(): Promise<{ refreshes: Refreshes; run: Run | undefined }>;
  /** False when another one was faster: `before` is no longer the last. */
  startRefresh(run: Run, before: Refreshes): Promise<boolean>;
  putRun(run: Run): Promise<void>;
  /** A refresh of nothing is a success. */
  putRefreshed(nowMs: number): Promise<void>;
  putPage(gain: PageGain): Promise<PutPageResult>;
  /** Counts a community as done. False when it was counted before. */
  settle(settlement: Settlement): Promise<boolean>;
  renewLease(runId: string, leaseUntilMs: number): Promise<void>;
  /** That whoever asks will tell of the run: true for one. */
  claimDigest(runId: string, nowMs: number): Promise<boolean>;
  releaseDigest(runId: string): Promise<void>;
  /** False when another one took it, or it was renewed. */
  takeOver(run: Run, leaseUntilMs: number): Promise<boolean>;
}

export interface StepState {
  run: Run | undefined;
  crawl: Crawl | undefined;
  resblock: TrackedResblock | undefined;
}

/** One request at a time to one site, whoever asks. */
export interface SiteGate {
  findGate(): Promise<Gate>;
  /** How many pages were asked for in a month: '2026-03'. */
  countRequests(month: string): Promise<number>;
  take(holder: string, nowMs: number): Promise<Turn>;
  /** Only by whoever holds it. */
  leave(holder: string, leaving: Leaving): Promise<void>;
}

export type MonitorStore = ResblockStore & HouseStore & ReadMarkStore & RunStore;

/** What starting a refresh needs. */
export interface StartPorts {
  store: MonitorStore;
  queue: RefreshQueue;
  now: () => Date;
  newId: () => string;
}

/** What reading the site needs on top of that. */
export interface MonitorPorts extends StartPorts {
  site: ListingSite;
  gate: SiteGate;
  wait: (ms: number) => Promise<void>;
  /** From 0 up to 1. */
  chance: () => number;
  /** The day as the owner counts it: '2026-03-01'. */
  dayAt: (time: Date) => string;
  settings: Settings;
}

export interface DigestTopic {
  send(digest: Digest): Promise<void>;
}

/** What the worker needs on top of that. */
export interface WorkerPorts extends MonitorPorts {
  /** Undefined when nobody wants to be told. */
  digests: DigestTopic | undefined;
}

/** What the calls need on top of that. */
export interface HttpPorts extends MonitorPorts {
  schedule: Schedule;
  isOwner: (user: User) => Promise<boolean>;
}

export interface Settings {
  /** How many pages may be asked for in a day. */
  requestsPerDay: number;
  /** Whether a new community's first page is read while its person waits. */
  firstLook: boolean;
  paceMs: number;
  removalGapMs: number;
  minIntervalMs: number;
}
