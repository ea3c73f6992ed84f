import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { Json } from '../../cloud.ts';
import { gatewayEvent } from './event.ts';
import { type Route, routeTable } from './routes.ts';
import type { Header, HttpAnswer, HttpRequest, Origin } from '../../http/http-message.ts';

export { routesOf } from './routes.ts';

export interface GatewayOptions {
  routes: readonly Route[];
  invoke: (functionId: string, event: Json) => Promise<Json>;
  clock: { now(): number };
  /** How long an integration may take. An HTTP API allows no more than 30 s. */
  timeoutMs?: number;
}

const longestBody = 10 * 1024 * 1024;
const longestHeaders = 10_240;
/** Lambda refuses to hand over more. */
const longestAnswer = 6_291_556;

/** An HTTP API with Lambda proxies behind it, as its clients and functions see it. */
export function createGateway({ routes, invoke, clock, timeoutMs = 30_000 }: GatewayOptions): Origin {
  const find = routeTable(routes);

  async function answer(request: HttpRequest): Promise<HttpAnswer> {
    if (headerLength(request) > longestHeaders) return refusal(431, 'Request Header Fields Too Large');
    if (request.body.length > longestBody) return refusal(413, 'Request Entity Too Large');
    if (!decodable(request.path)) return refusal(400, 'Bad Request');
    const route = find(request.method, request.path);
    if (!route) return refusal(404, 'Not Found');
    const event = gatewayEvent(request, route, clock.now());
    const timeout = new AbortController();
    try {
      return await Promise.race([
        invoke(route.functionId, event).then(answerOf),
        wait(timeoutMs, refusal(503, 'Service Unavailable'), { signal: timeout.signal, ref: false }),
      ]);
    } catch {
      // Whatever the function threw is in its log, and nowhere else.
      return refusal(500, 'Internal Server Error');
    } finally {
      timeout.abort();
    }
  }

  return async (request) => {
    const { status, headers, body } = await answer(request);
    const own: Header[] = [
      ['date', new Date(clock.now()).toUTCString()],
      ['apigw-requestid', randomBytes(11).toString('base64')],
    ];
    return { status, headers: [...headers, ...own], body };
  };
}

function decodable(path: string) {
  try {
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}

/** The request line and the headers' values, which are counted together. */
const headerLength = ({ method, path, query, headers }: HttpRequest) =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    method.length + path.length + query.length + 2,
  );

const refusal = (status: number, message: string): HttpAnswer => ({
  status,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ message }),
});

const Structured = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Format 2.0: an object with a statusCode is the answer; anything else is a body of JSON with status 200. */
function answerOf(result: Json): HttpAnswer {
  if (JSON.stringify(result).length > longestAnswer) throw new RangeError('the answer is longer than Lambda allows');
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result);
    return { status: 200, headers: [['content-type', 'application/json']], body };
  }
  const { statusCode, headers: given, cookies, body, isBase64Encoded } = Structured.parse(result);
  const headers = Object.entries(given ?? {}).map(([name, value]): Header => [name.toLowerCase(), String(value)]);
  if (!headers.some(([name]) => name === 'content-type')) headers.push(['content-type', 'text/plain;charset=UTF-8']);
  for (const cookie of cookies ?? []) headers.push(['set-cookie', cookie]);
  return { status: statusCode, headers, body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8') };
}
