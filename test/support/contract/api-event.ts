import type { APIGatewayProxyEventV2 } from 'aws-lambda';

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

/** The event of a call as API Gateway sends it: a page of the site has made the call, with JSON. A header that is undefined is not sent. */
export function apiEvent(
  routeKey: string,
  { headers = {}, cookies = [], params, body, query = '', requestId = 'request-1', sourceIp = '' }: Sent,
): APIGatewayProxyEventV2 {
  const [method = '', path = ''] = routeKey.split(' ');
  const all = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers };
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    cookies,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    ...(params ? { pathParameters: params } : {}),
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
