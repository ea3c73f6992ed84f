import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../json.ts';
import { type HttpRequest, valueOf } from '../../http/http-message.ts';

export interface MatchedRoute {
  routeKey: string;
  pathParameters: Record<string, string>;
}

/** Returns the event that an HTTP API sends to Lambda, in payload format 2.0. */
export function gatewayEvent(
  request: HttpRequest,
  { routeKey, pathParameters }: MatchedRoute,
  nowMs: number,
): JsonObject {
  const { method, query, headers, sourceIp, body } = request;
  const domainName = valueOf(headers, 'host') ?? '';
  const cookies = headers
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(/;\s*/))
    .filter((cookie) => cookie !== '');
  const names = new Set(headers.map(([name]) => name).filter((name) => name !== 'cookie'));
  const isText = textual.test(valueOf(headers, 'content-type') ?? '');
  // An HTTP API decodes the path, a REST API does not.
  const path = decodeURIComponent(request.path);
  const parameters = queryParameters(query);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers: {
      ...Object.fromEntries([...names].map((name) => [name, valueOf(headers, name) ?? ''])),
      'x-forwarded-for': [valueOf(headers, 'x-forwarded-for'), sourceIp].filter(Boolean).join(', '),
      // The local cloud has no certificate. On AWS these are 443 and https.
      'x-forwarded-port': '80',
      'x-forwarded-proto': 'http',
    },
    ...(parameters ? { queryStringParameters: parameters } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: valueOf(headers, 'user-agent') ?? '' },
      requestId: randomBytes(11).toString('base64'),
      routeKey,
      stage: '$default',
      time: logTime(nowMs),
      timeEpoch: nowMs,
    },
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    ...(body.length > 0 ? { body: body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** A real HTTP API treats only these types as text (found by experiment). A body without a type is binary. */
const textual = /^\s*(text\/|application\/(json|xml|javascript)\s*(;|$))/i;

function queryParameters(query: string) {
  if (query === '') return undefined;
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = Object.hasOwn(parameters, name) ? `${parameters[name]},` : '';
    // A parameter may be called `__proto__`, so it is defined and not assigned.
    Object.defineProperty(parameters, name, {
      value: before + value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return parameters;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a time as in 20/Nov/2025:01:02:03 +0000. */
function logTime(nowMs: number) {
  const [date = '', time = ''] = new Date(nowMs).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}
