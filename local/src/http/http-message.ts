import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A name in lower case and its value. A name may occur more than once. */
export type Header = [name: string, value: string];

export interface HttpRequest {
  method: string;
  /** Percent-encoded as sent, without the query. */
  path: string;
  /** Encoded as sent, without the question mark. */
  query: string;
  headers: Header[];
  body: Buffer;
  sourceIp: string;
}

export interface HttpResponse {
  status: number;
  headers: Header[];
  body: Buffer | string;
}

/** A server behind CloudFront. */
export type Origin = (request: HttpRequest) => Promise<HttpResponse>;

/** Returns the values of a header, joined as HTTP does. It is undefined when the header is missing. */
export function valueOf(headers: readonly Header[], name: string) {
  const values = headers.filter(([each]) => each === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(name === 'cookie' ? '; ' : ',');
}

/** Reads a whole request. It keeps little more than `maxBodyBytes` of a longer body, so that callers notice it. */
export async function readRequest(request: IncomingMessage, maxBodyBytes: number): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (length <= maxBodyBytes && Buffer.isBuffer(chunk)) chunks.push(chunk);
    length += Buffer.isBuffer(chunk) ? chunk.length : 0;
  }
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  return {
    method: request.method ?? 'GET',
    path,
    query: query.join('?'),
    headers: pairs(request.rawHeaders),
    body: Buffer.concat(chunks),
    sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  };
}

function pairs(raw: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  return headers;
}

const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'te',
  'trailer',
]);

export function writeResponse(response: ServerResponse, { status, headers, body }: HttpResponse, method: string) {
  const bytes = Buffer.from(body);
  const kept = headers.filter(([name]) => !hopByHopHeaders.has(name));
  if (status !== 204 && status !== 304) kept.push(['content-length', String(bytes.length)]);
  response.writeHead(status, kept.flat());
  response.end(method === 'HEAD' || status === 204 || status === 304 ? undefined : bytes);
}

/** Returns a request listener that serves an origin. */
export const listenerOf =
  (origin: Origin, maxBodyBytes = 20_000_000): RequestListener =>
  (incoming, response) => {
    readRequest(incoming, maxBodyBytes)
      .then(async (request) => writeResponse(response, await origin(request), request.method))
      .catch(() => response.destroy());
  };
