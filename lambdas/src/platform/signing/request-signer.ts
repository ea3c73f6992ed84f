import { SignatureV4 } from '@smithy/signature-v4';
import { SSMClient } from '@aws-sdk/client-ssm';

/** Returns a signer with the function's own credentials and region, for S3 and EC2: see docs/decisions/0033. */
export function requestSigner(service: 's3' | 'ec2') {
  // Any client of the SDK has the region, the credentials and the hash already.
  const { region, credentials, sha256 } = new SSMClient({}).config;
  return {
    region,
    credentials,
    signer: new SignatureV4({ service, region, credentials, sha256, uriEscapePath: false }),
  };
}
