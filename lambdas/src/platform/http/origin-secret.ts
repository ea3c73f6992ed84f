import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../app-error.ts';

/** The site's CloudFront distribution adds a secret header to every request. During a rotation two values are valid. */
export function requireOriginSecret(event: APIGatewayProxyEventV2, originVerify: string) {
  const given = Buffer.from(event.headers['x-origin-verify'] ?? '');
  const isValid = originVerify
    .split(',')
    .map((value) => Buffer.from(value))
    .some((value) => value.length === given.length && timingSafeEqual(value, given));
  if (!isValid) throw new AppError('forbidden', 'This address cannot be used directly.');
}
