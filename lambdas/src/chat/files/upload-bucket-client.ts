import { copyObject } from '../../platform/s3/copy-object.ts';
import { postPresigner } from '../../platform/s3/presigned-post.ts';
import { urlPresigner } from '../../platform/s3/presigned-url.ts';
import { uriEncode } from '../../platform/s3/uri-encode.ts';
import type { CopyFile, UploadBucket } from '../ports.ts';
import { readBytes } from './picture-content.ts';
import { readPart } from '../../platform/s3/send-request.ts';

interface BucketUrls {
  UPLOAD_BUCKET_URL: string;
  FILE_BUCKET_URL: string;
}

const formSeconds = 900;
const readSeconds = 60;

const uploadKey = (userId: string, fileId: string) => `chat/${userId}/${fileId}`;

/** Returns the bucket that browsers upload to. The signer is made on first use, so that no cold start waits for it. */
export function uploadBucket({ UPLOAD_BUCKET_URL, FILE_BUCKET_URL }: BucketUrls, now: () => Date): UploadBucket {
  return {
    async formFor(userId, fileId, { type, bytes }) {
      const upload = { key: uploadKey(userId, fileId), contentType: type, minBytes: bytes, maxBytes: bytes };
      return postPresigner(UPLOAD_BUCKET_URL, now)(upload, formSeconds);
    },

    async find(userId, fileId) {
      const request = { method: 'GET' as const, key: uploadKey(userId, fileId) };
      const url = await urlPresigner(UPLOAD_BUCKET_URL)(request, readSeconds);
      const found = await readPart(url, 0, readBytes - 1);
      if (!found) return undefined;
      const { content: start, ...about } = found;
      return { ...about, start };
    },

    keep: (userId, { fileId, key }, etag) =>
      copyObject(urlPresigner(FILE_BUCKET_URL), {
        source: pathOf(UPLOAD_BUCKET_URL, uploadKey(userId, fileId)),
        etag,
        key,
      }),
  };
}

/** Copies a file that a question keeps for another question. Returns false when the bucket has no such file. */
export const fileCopier =
  (bucketUrl: string): CopyFile =>
  (from, to) =>
    copyObject(urlPresigner(bucketUrl), { source: pathOf(bucketUrl, from), etag: undefined, key: to });

const pathOf = (bucketUrl: string, key: string) =>
  `${new URL(bucketUrl).pathname}/${key.split('/').map(uriEncode).join('/')}`;
