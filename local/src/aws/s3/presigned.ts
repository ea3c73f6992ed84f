/**
 * The check of a presigned address, by the rules of
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signatureAlgorithm, signatureOf } from './signature.ts';

export interface PresignedRequest {
  method: string;
  /** The path and the query, as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
}

/** The calls on objects, by their methods. */
export const objectOperations: Record<string, string> = { GET: 'GetObject', PUT: 'PutObject', DELETE: 'DeleteObject' };

/** "The maximum is 604800 seconds (seven days)." */
const maxSeconds = 604_800;

/** Returns the access key and the service of a presigned request; undefined for any other one. */
export function credentialOf(target: string): { accessKeyId: string; service: string } | undefined {
  const credential = new URL(target, 'http://s3').searchParams.get('X-Amz-Credential');
  if (credential === null) return undefined;
  const [accessKeyId = '', , , service = ''] = credential.split('/');
  return { accessKeyId, service };
}

/** Returns why S3 refuses a presigned request; undefined when it accepts it. */
export function presignedProblem(
  { method, target, headers }: PresignedRequest,
  secretKey: string,
  nowMs: number,
): { code: string; message: string } | undefined {
  const [path = '', search = ''] = target.split('?', 2);
  const pairs = search.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=');
    return [name, value];
  });
  const parameter = (name: string) => decodeURIComponent(pairs.find(([each]) => each === name)?.[1] ?? '');
  const [, day = '', region = '', service = '', ending] = parameter('X-Amz-Credential').split('/');
  const date = parameter('X-Amz-Date');
  const seconds = Number(parameter('X-Amz-Expires'));
  const signed = parameter('X-Amz-SignedHeaders').split(';');
  // "You must include the host header … and any x-amz-* headers in the request."
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
  const isComplete =
    parameter('X-Amz-Algorithm') === signatureAlgorithm &&
    ending === 'aws4_request' &&
    signed.includes('host') &&
    unsigned.length === 0;
  if (!isComplete || !date.startsWith(day) || !(seconds >= 1 && seconds <= maxSeconds))
    return {
      code: 'AuthorizationQueryParametersError',
      message: 'The query parameters of the signature are not valid.',
    };
  const sentMs = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (nowMs > sentMs + seconds * 1000) return { code: 'AccessDenied', message: 'Request has expired' };

  const canonical = [
    method,
    path,
    pairs
      .filter(([name]) => name !== 'X-Amz-Signature')
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    // "You don't include a payload hash … instead, you use the constant string UNSIGNED-PAYLOAD."
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = [signatureAlgorithm, date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  if (signatureOf(text, secretKey, { day, region, service }) === parameter('X-Amz-Signature')) return undefined;
  const message = 'The request signature we calculated does not match the signature you provided.';
  return { code: 'SignatureDoesNotMatch', message };
}
