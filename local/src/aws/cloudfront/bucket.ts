import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Upload } from './distribution.ts';
import { type Header, type HttpResponse, type HttpRequest, valueOf } from '../../http/http-message.ts';

interface StoredObject {
  body: Buffer;
  etag: string;
  headers: Header[];
}

/** The types that `aws s3 sync` guesses from a file's extension, without a charset. */
const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
};

/** Returns a bucket with the files that a deployment would upload into it. */
export function siteBucket(uploads: readonly Upload[], assetPath: (objectKey: string) => string) {
  const objects = new Map(
    uploads.flatMap((upload) => upload.SourceObjectKeys.flatMap((key) => uploaded(upload, assetPath(key)))),
  );

  return (request: HttpRequest): HttpResponse => {
    const object = objects.get(keyOf(request.path));
    // CloudFront may read objects but not list them, so S3 answers 403 for a missing object.
    if (!object) return denied;
    if (hasObject(request, object.etag))
      return { status: 304, headers: object.headers.filter(([name]) => name !== 'content-type'), body: '' };
    return { status: 200, headers: object.headers, body: object.body };
  };
}

const denied: HttpResponse = {
  status: 403,
  headers: [['content-type', 'application/xml']],
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
};

function uploaded({ DestinationBucketKeyPrefix, Exclude, Include, SystemMetadata }: Upload, folder: string) {
  return globSync('**/*', { cwd: folder })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => isUploaded(file, Exclude, Include))
    .map((file): [string, StoredObject] => {
      const body = readFileSync(path.join(folder, file));
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      const type = contentTypes[path.extname(file).toLowerCase()] ?? 'binary/octet-stream';
      const headers = { 'content-type': type, ...SystemMetadata, etag, 'accept-ranges': 'bytes', server: 'AmazonS3' };
      return [path.posix.join(DestinationBucketKeyPrefix, file), { body, etag, headers: Object.entries(headers) }];
    });
}

/** The last filter that matches decides. The deployment passes all exclusions to the AWS CLI before all inclusions. */
export function isUploaded(file: string, exclude: readonly string[], include: readonly string[]) {
  if (include.some((pattern) => cliPattern(pattern).test(file))) return true;
  return !exclude.some((pattern) => cliPattern(pattern).test(file));
}

/** The AWS CLI uses Python's patterns: `*` matches slashes too, and `[!a]` negates. */
const cliPattern = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
      .replaceAll('[!', '[^')}$`,
    's',
  );

function keyOf(uri: string) {
  try {
    return decodeURIComponent(uri.slice(1));
  } catch {
    return uri;
  }
}

/** Returns whether the caller says that it has the object already. */
export const hasObject = ({ headers }: HttpRequest, etag: string) =>
  (valueOf(headers, 'if-none-match') ?? '')
    .split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
