import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicHost, publicLookup } from './ssrf-guard.ts';

/** Says who asks and why, so that the site may turn us away if it wants to. */
const userAgent = 'home-page-listing-monitor/1.0 (personal; reads a few pages, one at a time)';

const longestPageBytes = 5_000_000;

export interface SiteResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** We would not take it: what a person may be told of why. */
export class PageRefused extends Error {}

/** One request, no redirects. Throws when it takes too long, brings too much, or leads to a private address. */
export async function siteRequest(
  url: URL,
  { signal, cookie }: { signal: AbortSignal; cookie?: string | undefined },
): Promise<SiteResponse> {
  const isPublic = isPublicHost(url.hostname);
  if (isPublic && url.protocol !== 'https:') throw new PageRefused('The listing site must be read over https.');
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(
      url,
      {
        signal,
        headers: {
          'user-agent': userAgent,
          accept: 'text/html',
          'accept-language': 'zh-CN',
          'accept-encoding': 'br, gzip',
          ...(cookie ? { cookie } : {}),
        },
        ...(isPublic ? { lookup: publicLookup } : {}),
      },
      resolve,
    )
      .on('error', reject)
      .end();
  });
  try {
    const status = response.statusCode ?? 0;
    const body = status === 200 ? await bytesOf(response) : Buffer.alloc(0);
    return { status, headers: response.headers, body };
  } finally {
    response.destroy();
  }
}

/** The bytes of a page; what unpacks to more than a page can be is dropped as soon as it does. */
async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response)) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > longestPageBytes) throw new PageRefused('The page is longer than 5 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unpacked(response: IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === '' || encoding === 'identity') return response;
  for (const [name, create] of Object.entries(unpack)) {
    // The reader of the last stream is told of every error.
    if (name === encoding) return pipeline(response, create(), () => undefined);
  }
  throw new PageRefused(`The site packed its page in an unknown way (${encoding}).`);
}
