import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../app-error.ts';

/** A page of another site may not change anything: browsers say where a request comes from, and that must be us. */
export function refuseCrossSite(event: APIGatewayProxyEventV2) {
  if (event.requestContext.http.method === 'GET') return;
  const { 'sec-fetch-site': site, origin, 'x-viewer-host': host } = event.headers;
  const ours =
    site === undefined
      ? Boolean(origin && URL.canParse(origin) && new URL(origin).host === host)
      : site === 'same-origin';
  if (!ours) throw new AppError('forbidden', 'Requests from other sites are refused.');
}
