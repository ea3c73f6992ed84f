import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint, GzipLimits } from 'shared-types/contract/endpoint';
import { megabytes } from 'shared-types/rules/limits';
import type * as z from 'zod';
import { AppError } from '../app-error.ts';

const maxBodyBytes = 256 * 1024;

interface Issue {
  path: string;
  message: string;
}

const maxIssues = 20;
const maxIssueLength = 200;
const cut = (text: string) =>
  text.length > maxIssueLength ? `${text.slice(0, maxIssueLength).toWellFormed()}…` : text;

/** An issue may name all that the caller sent, such as 5 MB of unknown keys. */
function invalid(found: Issue[]) {
  const issues = found.slice(0, maxIssues).map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
  const sentences = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new AppError('invalid', sentences.join('; '), { issues });
}

/** Checks values that the caller sent. The error lists the first issues, not only one. */
export function parseInput<Schema extends z.ZodType>(part: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, maxIssues);
  throw invalid(issues.map((issue) => ({ path: [part, ...issue.path].join('.'), message: issue.message })));
}

/** Parses the raw query, because API Gateway's own parser joins repeated names with a comma. */
export function parseQuery(event: APIGatewayProxyEventV2): Record<string, string> {
  const pairs = [...new URLSearchParams(event.rawQueryString)];
  const repeated = pairs.map(([name]) => name).filter((name, index, names) => names.indexOf(name) !== index);
  if (repeated.length > 0) {
    throw invalid(
      [...new Set(repeated)].map((name) => ({ path: `query.${name}`, message: 'is given more than once' })),
    );
  }
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** Parses the JSON body. A call without one accepts an empty body or an empty object. */
export function parseBody(event: APIGatewayProxyEventV2, endpoint: Endpoint): unknown {
  const sent = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const isCompressed = event.headers['content-encoding']?.trim().toLowerCase() === 'gzip';
  if (endpoint.gzip && isCompressed) return parseJson(unpack(sent, endpoint.gzip));
  return parsePlainBody(sent, event, endpoint);
}

function parsePlainBody(bytes: Buffer, event: APIGatewayProxyEventV2, endpoint: Endpoint): unknown {
  if (bytes.length > maxBodyBytes) throw new AppError('tooLarge', 'The content is over the limit of 256 KB.');
  if (bytes.length === 0) return endpoint.body.safeParse({}).success ? {} : undefined;
  if (!/^application\/json\s*(;|$)/i.test(event.headers['content-type'] ?? '')) {
    throw invalid([{ path: 'body', message: 'must be sent as application/json' }]);
  }
  return parseJson(bytes);
}

/**
 * A compressed body comes as application/octet-stream: API Gateway passes it on in base64, while it passes JSON on as text,
 * which gzip is not.
 */
function unpack(sent: Buffer, { sent: maxSent, unpacked: maxUnpacked }: GzipLimits): Buffer {
  if (sent.length > maxSent)
    throw new AppError('tooLarge', `The content is over the limit of ${megabytes(maxSent)} when compressed.`);
  try {
    // It stops at the limit, so that a small body cannot fill the memory.
    return gunzipSync(sent, { maxOutputLength: maxUnpacked });
  } catch (error) {
    if (isTooLong(error)) throw new AppError('tooLarge', `The content is over the limit of ${megabytes(maxUnpacked)}.`);
    throw invalid([{ path: 'body', message: 'is not gzip' }]);
  }
}

const isTooLong = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid([{ path: 'body', message: 'is not JSON' }]);
  }
}

export function cookieOf(event: APIGatewayProxyEventV2, name: string): string {
  const found = (event.cookies ?? []).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
