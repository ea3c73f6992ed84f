import type { PresignedPost } from 'shared-types/contract/endpoint';

interface PostFileOptions {
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Ends the upload. Nothing of it is stored then. */
  signal: AbortSignal;
}

/** Uploads a file by a signed form. It rejects when the bucket refuses it, when the connection breaks and when it is ended. */
export function postFile(
  { url, fields }: PresignedPost,
  file: Blob,
  { onProgress, signal }: PostFileOptions,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // S3 ignores fields after the file.
  form.append('file', file);
  // fetch does not report the progress of an upload.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new Error('The upload was refused')),
    );
    for (const failure of ['error', 'abort', 'timeout'])
      request.addEventListener(failure, () => reject(new Error('The upload failed')));
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    // One signal may end the uploads of thousands of files, and must not hold them all.
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.open('POST', url);
    request.send(form);
  });
}
