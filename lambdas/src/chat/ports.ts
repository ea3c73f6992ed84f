import type { PresignedPost } from 'shared-types/contract/endpoint';
import type { FileType } from 'shared-types/rules/chat/files';

/** What a function takes from the machine that runs it. */
export interface Surroundings {
  now: () => Date;
  newId: () => string;
  newToken: () => string;
  /** Resolves early when the signal aborts. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The start of a file that was uploaded a moment ago. */
export interface Upload {
  type: string;
  bytes: number;
  etag: string;
  start: Uint8Array;
}

/** The files that browsers have uploaded within the last day. */
export interface UploadBucket {
  /** A form for one upload of this type and size. */
  formFor: (userId: string, fileId: string, file: { type: FileType; bytes: number }) => Promise<PresignedPost>;
  find: (userId: string, fileId: string) => Promise<Upload | undefined>;
  /** Copies an upload to the key of its file. Returns false if it has changed or is gone. */
  keep: (userId: string, file: { fileId: string; key: string }, etag: string) => Promise<boolean>;
}

/** The files that questions keep. */
export interface FileBucket {
  /** An address at which the file can be read for an hour. */
  addressOf: (file: { key: string; name: string }) => Promise<string>;
  read: (key: string) => Promise<Uint8Array | undefined>;
  remove: (keys: readonly string[]) => Promise<void>;
}

/** Copies an object within the bucket of files. Returns false when the bucket has no such object. */
export type CopyFile = (from: string, to: string) => Promise<boolean>;
