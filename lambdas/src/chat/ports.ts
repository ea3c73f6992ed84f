import type { SpendingLimits } from 'shared-types/contract/spending';
import type { PresignedPost } from 'shared-types/contract/endpoint';
import type { NewsDesk } from '../platform/news/tell-news.ts';
import type { StoredFile, Upload } from './files/file.ts';
import type { ChatStore, WorkerStore } from './chat-store.ts';
import type { ConversationSettings } from './conversations/conversation.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Catalogue } from './models/catalogue.ts';
import type { Model } from './models/model.ts';
import type { PromptSettings } from './models/prompt.ts';
import type { ListedOffer } from './offers/offer.ts';
import type { QuotaSettings } from './quota/quota.ts';

/** The files that browsers have uploaded within the last day. */
export interface UploadBucket {
  /** A form for one upload of this type and size. */
  formFor: (userId: string, fileId: string, file: Pick<StoredFile, 'type' | 'bytes'>) => Promise<PresignedPost>;
  find: (userId: string, fileId: string) => Promise<Upload | undefined>;
  /** Copies an upload to the key of its file. Returns false if it has changed or is gone. */
  keep: (userId: string, file: Pick<StoredFile, 'fileId' | 'key'>, etag: string) => Promise<boolean>;
}

/** The files that questions keep. */
export interface FileBucket {
  /** An address at which the file can be read for an hour. */
  addressOf: (file: Pick<StoredFile, 'key' | 'name'>) => Promise<string>;
  read: (key: string) => Promise<Uint8Array | undefined>;
  remove: (keys: readonly string[]) => Promise<void>;
}

/** Copies an object within the bucket of files. Returns false when the bucket has no such object. */
export type CopyFile = (from: string, to: string) => Promise<boolean>;

export interface ChatPorts {
  store: ChatStore;
  uploads: UploadBucket;
  files: FileBucket;
  copyFile: CopyFile;
  queue: JobQueue;
  wait: (ms: number) => Promise<void>;
  now: () => Date;
  newId: () => string;
  settings: {
    catalogue: Catalogue;
    defaults: ConversationSettings;
    limits: QuotaSettings;
    spendingLimits: SpendingLimits;
    titleModel: string | null;
  };
}

export interface WorkerPorts {
  store: WorkerStore;
  news: Pick<NewsDesk, 'tell'>;
  files: FileBucket;
  queue: JobQueue;
  model: Model;
  /** The readers of the providers' model lists, by the provider's name. */
  modelLists: ReadonlyMap<string, () => Promise<ListedOffer[]>>;
  /** Resolves early when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => Date;
  newToken: () => string;
  settings: PromptSettings & {
    catalogue: Catalogue;
    spendingLimits: SpendingLimits;
    /** The model that writes the titles of conversations; null for none. */
    titleModel: string | null;
    maxAnswerMs: number;
    /** The interval at which the answer writer checks whether a save is due. */
    tickMs: number;
  };
}
