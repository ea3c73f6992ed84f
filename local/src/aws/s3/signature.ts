import { createHmac } from 'node:crypto';

/** The algorithm of Signature Version 4. */
export const signatureAlgorithm = 'AWS4-HMAC-SHA256';

/**
 * Returns the signature of a text by
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function signatureOf(text: string, secretKey: string, scope: { day: string; region: string; service: string }) {
  const key = [scope.day, scope.region, scope.service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretKey}`,
  );
  return hmac(key, text).toString('hex');
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
