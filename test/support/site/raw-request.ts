import { request, type IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The address that the request comes from: one of 127.0.0.0/8. */
  from?: string;
}

const loopback = { address: '127.0.0.1', family: 4 };

/**
 * Resolves every name to this machine, as browsers do with `*.localhost` (RFC 6761). Node asks the system, which often does
 * not know these names.
 */
export const loopbackLookup: LookupFunction = (_name, { all }, found) =>
  all ? found(null, [loopback]) : found(null, loopback.address, loopback.family);

/** Sends exactly these headers. It does not use `fetch`, because that sets the `Sec-Fetch-` headers itself. */
export async function sendRaw(origin: string, { method, path, headers = {}, body, from }: RawRequest) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length: Record<string, number> = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = new URL(origin);
    // Each request has its own connection, because the server may close a kept one just when it is reused.
    request(
      {
        agent: false,
        lookup: loopbackLookup,
        ...(from !== undefined && { localAddress: from }),
        hostname,
        port,
        path,
        method,
        headers: { ...headers, ...length },
      },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });
  const answer = await text(response);
  return { status: response.statusCode ?? 0, headers: response.headers, text: answer, body: jsonOf(answer) };
}

function jsonOf(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
