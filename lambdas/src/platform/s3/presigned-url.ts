import { requestSigner } from '../signing/request-signer.ts';
import { uriEncode } from './uri-encode.ts';

interface ObjectRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  /** Signed along with the rest, as `response-content-disposition`. */
  query?: Record<string, string>;
  /** Signed, and sent by the caller along with the address. */
  headers?: Record<string, string>;
}

/** Signs an address that allows one call on one object of a bucket for this number of seconds. */
export type PresignUrl = (request: ObjectRequest, expiresIn: number) => Promise<string>;

/** Signs addresses in a bucket with the function's own credentials. */
export function urlPresigner(bucketUrl: string): PresignUrl {
  const { protocol, hostname, host, pathname } = new URL(bucketUrl);
  const { signer } = requestSigner('s3');
  return async ({ method, key, query = {}, headers = {} }, expiresIn) => {
    const path = `${pathname}/${key.split('/').map(uriEncode).join('/')}`;
    const signed = await signer.presign(
      {
        method,
        protocol,
        hostname,
        path,
        query,
        headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers },
      },
      { unhoistableHeaders: new Set(Object.keys(headers)), expiresIn, signingDate: new Date() },
    );
    const parameters = Object.entries(signed.query ?? {}).map(([name, value]) =>
      [name, String(value)].map(uriEncode).join('='),
    );
    return `${protocol}//${host}${path}?${parameters.join('&')}`;
  };
}
