import type { ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { textOf } from '../../json.ts';
import type { AwsRequest, Service } from '../endpoint.ts';
import { permissionsByOperation, withSameAction } from '../required-permissions.ts';
import type { ObjectStore } from './object-store.ts';
import { objectOperations, presignedProblem } from './presigned.ts';

interface S3Props {
  objects: ObjectStore;
  clock: Pick<Clock, 'now'>;
  /** The names of the template's buckets. */
  buckets: readonly string[];
  secretKey: string;
}

/** S3, for presigned addresses of single objects in path style: `/<bucket>/<key>`. */
export function s3Service({ objects, clock, buckets, secretKey }: S3Props): Service {
  return {
    deniedStatus: 403,
    deniedCode: 'AccessDenied',
    requiredPermissions: permissionsByOperation(
      withSameAction(Object.values(objectOperations), (operation) => ({ target }) => {
        const { bucket, key } = place(textOf(target));
        return [{ action: `s3:${operation}`, resource: `arn:aws:s3:::${bucket}/${key}` }];
      }),
    ),
    serve({ operation, input, headers, body }: AwsRequest, response: ServerResponse) {
      const target = textOf(input['target']);
      const method = textOf(input['method']);
      const problem = presignedProblem({ method, target, headers }, secretKey, clock.now());
      if (problem) return refuseObject(response, 403, problem.code, problem.message);
      const { bucket, key } = place(target);
      if (!buckets.includes(bucket))
        return refuseObject(response, 404, 'NoSuchBucket', 'The specified bucket does not exist');
      if (operation === 'PutObject') {
        objects.put(bucket, key, body);
        response.writeHead(200).end();
        return;
      }
      if (operation === 'DeleteObject') {
        // S3 answers 204 also when there was no object.
        objects.remove(bucket, key);
        response.writeHead(204).end();
        return;
      }
      const object = objects.get(bucket, key);
      // S3 hides from callers who may not list a bucket whether an object exists.
      if (!object) return refuseObject(response, 403, 'AccessDenied', 'Access Denied');
      const disposition = new URL(target, 'http://s3').searchParams.get('response-content-disposition');
      response.writeHead(200, {
        'content-type': 'binary/octet-stream',
        'content-length': object.length,
        ...(disposition !== null && { 'content-disposition': disposition }),
      });
      response.end(object);
    },
  };
}

/** The bucket and the key in an address. */
const place = (target: string) => {
  const [, bucket = '', ...key] = decodeURIComponent(target.split('?', 1)[0] ?? '').split('/');
  return { bucket, key: key.join('/') };
};

/** The error of S3, which differs from that of the query protocol. */
function refuseObject(response: ServerResponse, status: number, code: string, message: string) {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}
