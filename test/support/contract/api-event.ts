import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { everyCall } from './contract.ts';

interface Sent {
  headers?: Record<string, string | undefined>;
  cookies?: string[];
  params?: Record<string, string> | undefined;
  body?: string | undefined;
  query?: string;
  requestId?: string;
  /** The address that API Gateway sees. */
  sourceIp?: string;
}

const routes = new Map<string, string>(everyCall.map(({ key, route }) => [key, route]));

/**
 * Returns the event of a call as API Gateway sends it: a page of the site has made the call, with JSON. A header that
 * is undefined is not sent.
 */
export function apiEvent(
  key: string,
  { headers = {}, cookies = [], params, body, query = '', requestId = 'request-1', sourceIp = '' }: Sent,
): APIGatewayProxyEventV2 {
  const [method = '', path = ''] = key.split(' ');
  const routeKey = routes.get(key) ?? key;
  const all = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers };
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    cookies,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    ...pathParameters(routeKey, path, params),
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '',
      apiId: '',
      domainName: '',
      domainPrefix: '',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: '' },
      requestId,
      routeKey,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

/** A shared route whose path is not the call's has the last parts of the path as its parameters. */
function pathParameters(routeKey: string, path: string, params: Record<string, string> | undefined) {
  if (routeKey === `ANY ${path}` || !routeKey.startsWith('ANY ')) return params ? { pathParameters: params } : {};
  const [provider = '', step = ''] = path.split('/').slice(-2);
  return { pathParameters: { provider, step } };
}
