/** The account that the local cloud imitates. */
export interface AwsAccount {
  account: string;
  region: string;
}

export const localAccount: AwsAccount = { account: '000000000000', region: 'us-east-1' };

/** The options of an AWS SDK client that calls the local endpoint. */
export interface AwsAccess {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

export const accessWith = (accessKeyId: string, endpoint: string): AwsAccess => ({
  endpoint,
  region: localAccount.region,
  credentials: { accessKeyId, secretAccessKey: 'local' },
});
