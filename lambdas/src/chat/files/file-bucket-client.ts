import { forEachConcurrently } from '../../platform/for-each.ts';
import { unavailable } from '../../platform/outage.ts';
import { urlPresigner } from '../../platform/s3/presigned-url.ts';
import { uriEncode } from '../../platform/s3/uri-encode.ts';
import type { FileBucket } from '../ports.ts';
import { sendRequest } from '../../platform/s3/send-request.ts';

const readSeconds = 60;

/** Lambda's credentials sign addresses, so none is valid for longer than they are. */
const addressSeconds = 3600;

/**
 * Returns the bucket of the files that questions keep. The signer is made on first use, so that no cold start waits for
 * it.
 */
export function fileBucket(bucketUrl: string): FileBucket {
  const presign = (method: 'GET' | 'DELETE', key: string) => urlPresigner(bucketUrl)({ method, key }, readSeconds);
  return {
    async addressOf({ key, name }) {
      // A browser that opens the address itself saves the file, and shows nothing of it.
      const disposition = `attachment; filename*=UTF-8''${uriEncode(name)}`;
      const query = { 'response-content-disposition': disposition };
      return urlPresigner(bucketUrl)({ method: 'GET', key, query }, addressSeconds);
    },

    async read(key) {
      const { isMissing, content } = await sendRequest(await presign('GET', key));
      return isMissing ? undefined : content;
    },

    remove: (keys) =>
      forEachConcurrently(keys, async (key) => {
        // S3 answers 204 also when there is no object.
        const { isMissing } = await sendRequest(await presign('DELETE', key), { method: 'DELETE' });
        if (isMissing) throw unavailable();
      }),
  };
}
