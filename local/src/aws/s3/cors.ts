/**
 * The rules of a bucket for pages of other origins, by https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html
 */
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';

const CorsRule = z.strictObject({
  AllowedHeaders: z.array(z.string()).default([]),
  AllowedMethods: z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD'])),
  AllowedOrigins: z.array(z.string()),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.int().optional(),
});
export type CorsRule = z.infer<typeof CorsRule>;

export const CorsRules = z.object({
  CorsConfiguration: z.strictObject({ CorsRules: z.array(CorsRule) }).optional(),
});

interface CorsRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

/** Returns the headers of the first rule that allows a request from another origin; undefined when none does. */
export function corsHeaders(rules: readonly CorsRule[], { method, headers }: CorsRequest) {
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const isPreflight = method === 'OPTIONS';
  const wanted = isPreflight ? (headers['access-control-request-method'] ?? '') : method;
  const asked = isPreflight ? namesIn(headers['access-control-request-headers']) : [];
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      AllowedMethods.some((allowed) => allowed === wanted) &&
      asked.every((name) => AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name))),
  );
  if (!rule) return undefined;
  const isForAll = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isForAll ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(!isForAll && { 'access-control-allow-credentials': 'true' }),
    ...(asked.length > 0 && { 'access-control-allow-headers': asked.join(', ') }),
    ...(rule.ExposedHeaders.length > 0 && { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }),
    ...(isPreflight && rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

const namesIn = (list = '') =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

/** A rule's text can have one `*`, which matches any characters. */
function matches(pattern: string, text: string) {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text;
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
