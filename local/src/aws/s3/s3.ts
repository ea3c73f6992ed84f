import type { ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { textOf } from '../../json.ts';
import type { AwsRequest, Service } from '../endpoint.ts';
import { permissionsByOperation, withSameAction } from '../required-permissions.ts';
import { type CorsRule, corsHeaders } from './cors.ts';
import { copyObject, placeOf } from './copy-object.ts';
import { sendObject } from './get-object.ts';
import type { ObjectStore } from './object-store.ts';
import { postProblem } from './post-policy.ts';
import { keyOfForm, type PostForm } from './post-form.ts';
import { objectOperations, presignedProblem } from './presigned.ts';
import { refuseObject } from './refuse-object.ts';

interface S3Props {
  objects: ObjectStore;
  clock: Pick<Clock, 'now'>;
  /** The rules for other origins of the template's buckets, by their names. */
  buckets: ReadonlyMap<string, readonly CorsRule[]>;
  secretKey: string;
}

/**
 * Serves S3, for presigned addresses of single objects in path style, `/<bucket>/<key>`, and for forms that browsers
 * post.
 */
export function s3Service({ objects, clock, buckets, secretKey }: S3Props): Service {
  function post(form: PostForm, bucket: string, response: ServerResponse) {
    const problem = postProblem(form, bucket, secretKey, clock.now());
    if (problem) return refuseObject(response, problem.status, problem.code, problem.message);
    objects.put(bucket, keyOfForm(form), form.file ?? Buffer.alloc(0), form.fields.get('content-type'));
    // "If the value is set to 200 or 204, S3 returns an empty document"; any other value is 204 here as there, but 201 is not imitated.
    response.writeHead(form.fields.get('success_action_status') === '200' ? 200 : 204).end();
  }

  return {
    deniedStatus: 403,
    deniedCode: 'AccessDenied',
    requiredPermissions: permissionsByOperation({
      ...withSameAction(Object.values(objectOperations), (operation) => ({ target }) => [
        { action: `s3:${operation}`, resource: arnOf(textOf(target)) },
      ]),
      CopyObject: ({ target, source }) => [
        { action: 's3:GetObject', resource: arnOf(textOf(source)) },
        { action: 's3:PutObject', resource: arnOf(textOf(target)) },
      ],
      // The sender of a form needs the permission of a PUT:
      // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
      PostObject: ({ target, key }) => [
        { action: 's3:PutObject', resource: `arn:aws:s3:::${placeOf(textOf(target)).bucket}/${textOf(key)}` },
      ],
    }),

    answerOtherOrigin(method, target, headers, response) {
      const rules = buckets.get(placeOf(target).bucket);
      const allowed = rules && corsHeaders(rules, { method, headers });
      for (const [name, value] of Object.entries(allowed ?? {})) response.setHeader(name, value);
      if (method !== 'OPTIONS') return false;
      if (allowed) response.writeHead(200).end();
      else refuseObject(response, 403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
      return true;
    },

    serve({ operation, input, headers, body, form }: AwsRequest, response: ServerResponse) {
      const target = textOf(input['target']);
      const method = textOf(input['method']);
      const { bucket, key } = placeOf(target);
      if (!buckets.has(bucket))
        return refuseObject(response, 404, 'NoSuchBucket', 'The specified bucket does not exist');
      if (form) return post(form, bucket, response);
      const problem = presignedProblem({ method, target, headers }, secretKey, clock.now());
      if (problem) return refuseObject(response, 403, problem.code, problem.message);
      if (operation === 'CopyObject') return copyObject(response, objects, { bucket, key }, headers);
      if (operation === 'PutObject') {
        objects.put(bucket, key, body, headers['content-type']);
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
      sendObject(response, object, { target, headers, type: objects.typeOf(bucket, key) });
    },
  };
}

const arnOf = (path: string) => {
  const { bucket, key } = placeOf(path);
  return `arn:aws:s3:::${bucket}/${key}`;
};
