import { log } from '../log.ts';
import { unavailable } from '../outage.ts';

const timeoutMs = 5000;

/** S3 answers 403 for a missing object to callers who may not list the bucket. */
const missing = new Set([403, 404]);

/** Sends a signed request to S3. `isMissing` tells that there is no such object; any other refusal is an outage. */
export async function sendRequest(url: string, init: RequestInit = {}) {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const isMissing = missing.has(answer.status);
    if (!answer.ok && !isMissing) throw new Error(`The bucket answered ${answer.status}`);
    return { isMissing, headers: answer.headers, content: new Uint8Array(await answer.arrayBuffer()) };
  } catch (error) {
    log('warn', 'service unavailable', { error });
    throw unavailable();
  }
}

/**
 * Reads the bytes of an object from `from` to `to`, both included, with what S3 says about the object. Returns undefined
 * when the bucket has no such object.
 */
export async function readPart(url: string, from: number, to: number) {
  const { isMissing, headers, content } = await sendRequest(url, { headers: { range: `bytes=${from}-${to}` } });
  if (isMissing) return undefined;
  const [, size] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return {
    type: headers.get('content-type') ?? '',
    bytes: Number(size ?? content.length),
    etag: headers.get('etag') ?? '',
    content,
  };
}
