import { SignatureV4 } from '@smithy/signature-v4';
import { SSMClient } from '@aws-sdk/client-ssm';

interface ObjectRequest {
  method: 'GET' | 'DELETE';
  key: string;
  /** Signed along with the rest, as `response-content-disposition`. */
  query?: Record<string, string>;
}

/** Signs an address that allows one call on one object of a bucket for so many seconds. */
export type PresignUrl = (request: ObjectRequest, expiresIn: number) => Promise<string>;

/** Signs addresses in a bucket with the function's own credentials: see docs/decisions/0064. */
export function urlPresigner(bucketUrl: string): PresignUrl {
  const { protocol, hostname, host, pathname } = new URL(bucketUrl);
  // Any client of the SDK has the region, the credentials and the hash already.
  const { region, credentials, sha256 } = new SSMClient({}).config;
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false });
  return async ({ method, key, query = {} }, expiresIn) => {
    const path = `${pathname}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const signed = await signer.presign(
      { method, protocol, hostname, path, query, headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
      { expiresIn, signingDate: new Date() },
    );
    const parameters = Object.entries(signed.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return `${protocol}//${host}${path}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`;
  };
}
