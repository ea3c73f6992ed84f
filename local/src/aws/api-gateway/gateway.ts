import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from 'infra/limits';
import * as z from 'zod';
import type { Json } from '../../json.ts';
import { gatewayEvent } from './event.ts';
import { type Route, routeTable } from './routes.ts';
import type { Header, HttpResponse, HttpRequest, Origin } from '../../http/http-message.ts';

export interface GatewayOptions {
  routes: readonly Route[];
  /** Whether the throttle of a route lets a request pass. */
  admits: (routeKey: string) => boolean;
  invoke: (functionId: string, event: Json) => Promise<Json>;
  clock: { now(): number };
  /** Waits for the time limit of an integration, until the signal ends the wait. Tests pass it at once. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const maxBodyBytes = 10 * 1024 * 1024;
const maxHeaderBytes = 10_240;

/** Creates an HTTP API with Lambda proxy integrations. */
export function createGateway({
  routes,
  admits,
  invoke,
  clock,
  pause = (ms, signal) => wait(ms, undefined, { signal, ref: false }),
}: GatewayOptions): Origin {
  const find = routeTable(routes);

  async function respond(request: HttpRequest): Promise<HttpResponse> {
    if (headerLength(request) > maxHeaderBytes) return errorResponse(431, 'Request Header Fields Too Large');
    if (request.body.length > maxBodyBytes) return errorResponse(413, 'Request Entity Too Large');
    if (!decodable(request.path)) return errorResponse(400, 'Bad Request');
    const route = find(request.method, request.path);
    if (!route) return errorResponse(404, 'Not Found');
    if (!admits(route.routeKey)) return errorResponse(429, 'Too Many Requests');
    const event = gatewayEvent(request, route, clock.now());
    // Users report this answer of REST APIs. An HTTP API has Lambda's quota, and its answer is not documented.
    if (Buffer.byteLength(JSON.stringify(event)) > limits.invocationBytes)
      return errorResponse(413, 'Request Too Long');
    const timeout = new AbortController();
    try {
      return await Promise.race([
        invoke(route.functionId, event).then(responseOf),
        pause(limits.httpApiSeconds * 1000, timeout.signal).then(() => errorResponse(503, 'Service Unavailable')),
      ]);
    } catch {
      // The error of the function is in its log only. Lambda's refusal to invoke it for want of a free execution is a 500 as
      // well: docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html, read 2026-11.
      return errorResponse(500, 'Internal Server Error');
    } finally {
      timeout.abort();
    }
  }

  return async (request) => {
    const { status, headers, body } = await respond(request);
    const added: Header[] = [
      ['date', new Date(clock.now()).toUTCString()],
      ['apigw-requestid', randomBytes(11).toString('base64')],
    ];
    return { status, headers: [...headers, ...added], body };
  };
}

function decodable(path: string) {
  try {
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}

/** The limit counts the request line and the headers together. */
const headerLength = ({ method, path, query, headers }: HttpRequest) =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    method.length + path.length + query.length + 2,
  );

const errorResponse = (status: number, message: string): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ message }),
});

const StructuredResponse = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** In format 2.0 an object with a statusCode is the response. Any other value is a JSON body with status 200. */
function responseOf(result: Json): HttpResponse {
  if (Buffer.byteLength(JSON.stringify(result)) > limits.invocationBytes)
    throw new RangeError('the answer is longer than Lambda allows');
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result);
    return { status: 200, headers: [['content-type', 'application/json']], body };
  }
  const { statusCode, headers: given, cookies, body, isBase64Encoded } = StructuredResponse.parse(result);
  const headers = Object.entries(given ?? {}).map(([name, value]): Header => [name.toLowerCase(), String(value)]);
  if (!headers.some(([name]) => name === 'content-type')) headers.push(['content-type', 'text/plain;charset=UTF-8']);
  for (const cookie of cookies ?? []) headers.push(['set-cookie', cookie]);
  return { status: statusCode, headers, body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8') };
}
