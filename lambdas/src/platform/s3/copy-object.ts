import type { PresignUrl } from './presigned-url.ts';

interface Copy {
  /** The path of the source: `/<bucket>/<key>`, as in the address of the object. */
  source: string;
  /** The source is copied only while it has this tag; any content is copied without one. */
  etag: string | undefined;
  /** The key of the copy. */
  key: string;
}

const copySeconds = 60;
const defaultTimeoutMs = 10_000;

/** Copies an object into the bucket of the signer. Returns false when the source is gone or is another one by now. */
export async function copyObject(
  presign: PresignUrl,
  { source, etag, key }: Copy,
  timeoutMs = defaultTimeoutMs,
): Promise<boolean> {
  const headers = {
    'x-amz-copy-source': source,
    ...(etag !== undefined && { 'x-amz-copy-source-if-match': etag }),
  };
  const url = await presign({ method: 'PUT', key, headers }, copySeconds);
  const answer = await fetch(url, { method: 'PUT', headers, signal: AbortSignal.timeout(timeoutMs) });
  const text = await answer.text();
  // S3 can answer 200 and tell in the text that the copy has failed.
  if (answer.ok && text.includes('<CopyObjectResult')) return true;
  if ([403, 404, 412].includes(answer.status)) return false;
  throw new Error(`The copy was answered ${answer.status}`);
}
