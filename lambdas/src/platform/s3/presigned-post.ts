import type { PresignedPost } from 'shared-types/contract/endpoint';
import { requestSigner } from '../signing/request-signer.ts';

interface AllowedUpload {
  /** The only key that the upload can be stored under. */
  key: string;
  contentType: string;
  /** S3 refuses a smaller and a larger file. */
  minBytes: number;
  maxBytes: number;
}

/** Signs a form that allows one upload for this number of seconds. */
export type PresignPost = (upload: AllowedUpload, expiresIn: number) => Promise<PresignedPost>;

/** Signs forms for a bucket with the function's own credentials. S3 takes a field only if the signed policy has a condition for it. */
export function postPresigner(bucketUrl: string, now: () => Date): PresignPost {
  const { region, credentials, signer } = requestSigner('s3');
  const bucket = new URL(bucketUrl).pathname.slice(1);
  return async ({ key, contentType, minBytes, maxBytes }, expiresIn) => {
    const signingDate = now();
    const date = signingDate.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const [{ accessKeyId, sessionToken }, regionName] = await Promise.all([credentials(), region()]);
    const fields = {
      key,
      'Content-Type': contentType,
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${accessKeyId}/${date.slice(0, 8)}/${regionName}/s3/aws4_request`,
      'x-amz-date': date,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    };
    const document = {
      expiration: new Date(signingDate.getTime() + expiresIn * 1000).toISOString(),
      conditions: [
        { bucket },
        ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        ['content-length-range', minBytes, maxBytes],
      ],
    };
    const policy = Buffer.from(JSON.stringify(document)).toString('base64');
    const signature = await signer.sign(policy, { signingDate });
    // With the slash at its end the address lies below the one that the site's policy allows.
    return { url: `${bucketUrl}/`, fields: { ...fields, policy, 'x-amz-signature': signature } };
  };
}
