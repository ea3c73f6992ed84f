import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicHost, publicLookup } from '../../platform/outside/ssrf-guard.ts';

/** The user agent says who asks and why, so that the site can refuse. */
const userAgent = 'home-page-listing-monitor/1.0 (personal; reads a few pages, one at a time)';

const maxPageBytes = 5_000_000;

export interface SiteResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The page was not accepted. The message is a text for users. */
export class PageRejected extends Error {}

/** Sends one request and follows no redirect. Throws on a timeout, a page that is too long, or a private address. */
export async function requestPage(
  url: URL,
  { signal, cookie }: { signal: AbortSignal; cookie?: string | undefined },
): Promise<SiteResponse> {
  const isPublic = isPublicHost(url.hostname);
  if (isPublic && url.protocol !== 'https:') throw new PageRejected('The listing site must be read over https.');
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
    const body = status === 200 ? await readBody(response) : Buffer.alloc(0);
    return { status, headers: response.headers, body };
  } finally {
    response.destroy();
  }
}

/** Stops at 5 MB of decompressed bytes, so that a small response cannot fill the memory. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompress(response)) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxPageBytes) throw new PageRejected('The page is longer than 5 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decompress(response: IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === '' || encoding === 'identity') return response;
  for (const [name, create] of Object.entries(unpack)) {
    // Errors reach the reader through the last stream of the pipeline.
    if (name === encoding) return pipeline(response, create(), () => undefined);
  }
  throw new PageRejected(`The listing site used an unknown compression (${encoding}).`);
}
