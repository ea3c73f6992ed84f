import { log } from '../../../platform/log.ts';
import { unavailable } from '../../../platform/outage.ts';
import { copyObject } from '../../../platform/s3/copy-object.ts';
import { postPresigner } from '../../../platform/s3/presigned-post.ts';
import { urlPresigner } from '../../../platform/s3/presigned-url.ts';
import { readPart } from '../../../platform/s3/send-request.ts';
import { uriEncode } from '../../../platform/s3/uri-encode.ts';
import type { ArchivePlace, WorldFiles } from '../../ports.ts';
import { archiveKey } from '../archive.ts';

interface BucketUrls {
  UPLOAD_BUCKET_URL: string;
  ARCHIVE_BUCKET_URL: string;
}

const formSeconds = 3600;
const readSeconds = 60;
/** The list of some ten thousand files. */
const endBytes = 1024 * 1024;
/** S3 copies some hundred MB in a second; the call itself ends a little later. */
const copyMs = 24_000;

const uploadKey = (userId: string, uploadId: string) => `stack/${userId}/${uploadId}`;
const keyOf = ({ stackName, archiveId }: ArchivePlace) => archiveKey(stackName, archiveId);

/**
 * Returns the buckets of uploads and of archives. The signer is made on first use, so that no cold start waits for it.
 */
export function worldFiles({ UPLOAD_BUCKET_URL, ARCHIVE_BUCKET_URL }: BucketUrls, now: () => Date): WorldFiles {
  async function copyTo(bucketUrl: string, key: string, to: ArchivePlace, etag?: string) {
    const source = `${new URL(bucketUrl).pathname}/${key.split('/').map(uriEncode).join('/')}`;
    try {
      return await copyObject(urlPresigner(ARCHIVE_BUCKET_URL), { source, etag, key: keyOf(to) }, copyMs);
    } catch (error) {
      log('warn', 'service unavailable', { error });
      throw unavailable();
    }
  }

  return {
    async formFor(userId, uploadId, bytes) {
      const key = uploadKey(userId, uploadId);
      const upload = { key, contentType: 'application/octet-stream', minBytes: bytes, maxBytes: bytes };
      return postPresigner(UPLOAD_BUCKET_URL, now)(upload, formSeconds);
    },

    async findUpload(userId, uploadId) {
      const key = uploadKey(userId, uploadId);
      const url = await urlPresigner(UPLOAD_BUCKET_URL)({ method: 'GET', key }, readSeconds);
      const start = await readPart(url, 0, 3);
      if (!start) return undefined;
      const { bytes, etag } = start;
      const end = await readPart(url, Math.max(0, bytes - endBytes), bytes - 1);
      // A form can be used again, so the end may be that of another file.
      return end?.etag === etag ? { bytes, etag, start: start.content, end: end.content } : undefined;
    },

    keepUpload: (userId, uploadId, etag, to) => copyTo(UPLOAD_BUCKET_URL, uploadKey(userId, uploadId), to, etag),

    copy: (from, to) => copyTo(ARCHIVE_BUCKET_URL, keyOf(from), to),
  };
}
