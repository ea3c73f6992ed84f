import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../app-error.ts';

/** Requests come through the site's own edge, which adds a secret header. During a rotation two values are good. */
export function requireOriginSecret(event: APIGatewayProxyEventV2, originVerify: string) {
  const given = Buffer.from(event.headers['x-origin-verify'] ?? '');
  const passes = originVerify
    .split(',')
    .map((value) => Buffer.from(value))
    .some((value) => value.length === given.length && timingSafeEqual(value, given));
  if (!passes) throw new AppError('forbidden', 'This address is not for direct use.');
}
