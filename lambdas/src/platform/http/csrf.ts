import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../app-error.ts';

/** The site on the developer's machine has no certificate. */
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Protects against CSRF: a request that can change something must come from a page of this site, by the browser's headers. */
export function refuseCrossSite(event: APIGatewayProxyEventV2) {
  if (event.requestContext.http.method === 'GET') return;
  const { 'sec-fetch-site': site, origin, 'x-viewer-host': host } = event.headers;
  const isSameOrigin =
    site === undefined
      ? origin === `https://${host}` || (origin === `http://${host}` && localHost.test(host ?? ''))
      : site === 'same-origin';
  if (!isSameOrigin) throw new AppError('forbidden', 'Requests from other sites are not allowed.');
}
