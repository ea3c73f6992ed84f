import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../app-error.ts';

/**
 * Protects against CSRF: a request that can change something must come from a page of this site, by the browser's headers. The
 * gateway writes `x-forwarded-proto`. A deployed site has https on the whole way.
 */
export function refuseCrossSite(event: APIGatewayProxyEventV2) {
  if (event.requestContext.http.method === 'GET') return;
  const {
    'sec-fetch-site': site,
    origin,
    'x-viewer-host': host,
    'x-forwarded-proto': scheme = 'https',
  } = event.headers;
  const isSameOrigin = site === undefined ? origin === `${scheme}://${host}` : site === 'same-origin';
  if (!isSameOrigin) throw new AppError('forbidden', 'Requests from other sites are not allowed.');
}
