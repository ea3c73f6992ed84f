import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { now } from '../clock.ts';
import { isPublicHost, type LookUpAll, PrivateAddress, publicLookup } from './ssrf-guard.ts';

const maxReplyBytes = 16_384;

/**
 * Returns true for an https address of the public internet, as far as its text says. The lookup of each request checks
 * the rest.
 */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && isPublicHost(url.hostname) && url.username === '' && url.password === '';
}

/**
 * Makes a function that posts to servers that people have named. It follows no redirect, and connects to public addresses only.
 * With a proxy, which only the local cloud has, the proxy gets the request instead. It rejects when a server sends no status in time.
 * Tests replace the look-up in DNS.
 */
export const outsidePoster =
  (proxy: string, timeoutMs = 10_000, lookUpAll?: LookUpAll) =>
  async ({ url, headers, body }: { url: string; headers: Record<string, string>; body: string | Uint8Array }) => {
    if (!isPublicUrl(url)) throw new PrivateAddress('The address is not on the public internet');
    const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'home-page-news/1.0' };
    const options: RequestOptions = { method: 'POST', headers: all, signal: AbortSignal.timeout(timeoutMs) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request =
        proxy === ''
          ? httpsRequest(
              url,
              { ...options, lookup: (host, wanted, done) => publicLookup(host, wanted, done, lookUpAll) },
              resolve,
            )
          : httpRequest(proxy, { ...options, path: url, headers: { ...all, host: new URL(url).host } }, resolve);
      request.on('error', reject).end(body);
    });
    try {
      return {
        status: response.statusCode ?? 0,
        body: await readBeginning(response),
        retryAfter: secondsOf(response.headers['retry-after'], response.headers.date),
      };
    } finally {
      response.destroy();
    }
  };

/** The status is the answer of a server whose body never ends: a message that it has accepted must not be sent again. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxReplyBytes) break;
    }
  } catch {
    // The time is over, or the connection has broken.
  }
  return Buffer.concat(chunks).toString().slice(0, maxReplyBytes);
}

/** The header has seconds or a date, which counts by the server's own clock if it tells it: RFC 9110, section 10.2.3. */
function secondsOf(text = '', date = now().toUTCString()): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const waitMs = Date.parse(text) - Date.parse(date);
  return text.endsWith(' GMT') && waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined;
}
