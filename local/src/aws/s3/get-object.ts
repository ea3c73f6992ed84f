import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { etagOf } from './etag.ts';
import { refuseObject } from './refuse-object.ts';

interface ObjectRequest {
  target: string;
  headers: IncomingHttpHeaders;
  /** The type that the object was stored with. */
  type: string;
}

/**
 * Sends an object, or the range of it that the request names, with the headers that the signed address sets, by
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html. S3 takes one range of a request.
 */
export function sendObject(response: ServerResponse, object: Buffer, { target, headers, type }: ObjectRequest): void {
  const parameters = new URL(target, 'http://s3').searchParams;
  const disposition = parameters.get('response-content-disposition');
  const described = {
    'content-type': parameters.get('response-content-type') ?? type,
    'accept-ranges': 'bytes',
    etag: etagOf(object),
    ...(disposition !== null && { 'content-disposition': disposition }),
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (!range) {
    response.writeHead(200, { ...described, 'content-length': object.length }).end(object);
    return;
  }
  const first = Number(range[1]);
  const last = Math.min(range[2] === '' ? Infinity : Number(range[2]), object.length - 1);
  if (first > last) return refuseObject(response, 416, 'InvalidRange', 'The requested range is not satisfiable');
  response.writeHead(206, {
    ...described,
    'content-length': last - first + 1,
    'content-range': `bytes ${first}-${last}/${object.length}`,
  });
  response.end(object.subarray(first, last + 1));
}
