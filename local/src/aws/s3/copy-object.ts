/** A copy by https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { etagOf } from './etag.ts';
import type { ObjectStore } from './object-store.ts';
import { refuseObject } from './refuse-object.ts';

/** Returns the bucket and the key in a path, `/<bucket>/<key>`. */
export function placeOf(path: string) {
  const [bucket = '', ...key] = decodeURIComponent(path.split('?', 1)[0] ?? '')
    .replace(/^\//, '')
    .split('/');
  return { bucket, key: key.join('/') };
}

export function copyObject(
  response: ServerResponse,
  objects: ObjectStore,
  to: { bucket: string; key: string },
  headers: IncomingHttpHeaders,
): void {
  const from = placeOf(String(headers['x-amz-copy-source']));
  const object = objects.get(from.bucket, from.key);
  // S3 hides from callers who may not list a bucket whether an object exists.
  if (!object) return refuseObject(response, 403, 'AccessDenied', 'Access Denied');
  const wanted = headers['x-amz-copy-source-if-match'];
  if (wanted !== undefined && wanted !== etagOf(object)) {
    const message = 'At least one of the pre-conditions you specified did not hold';
    return refuseObject(response, 412, 'PreconditionFailed', message);
  }
  // "When copying an object, you can preserve all metadata (the default)".
  objects.put(to.bucket, to.key, object, objects.typeOf(from.bucket, from.key));
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<CopyObjectResult><ETag>${etagOf(object)}</ETag></CopyObjectResult>`,
  );
}
